/** Writes a name as a value of a document. */
export type Quote = (name: string) => string

/** A text of HCL, in which nothing is a template. */
export function hclText(name: string): string {
  return JSON.stringify(name).replaceAll(/[$%](?=\{)/g, (sign) => sign + sign)
}

/** A text of YAML: plain where it can only be taken for a text; JSON's quotes are YAML's, too. */
export function yamlText(name: string): string {
  return isPlainYaml(name) ? name : JSON.stringify(name)
}

/**
 * Writes texts of YAML as the document does: as the item of a list that is nearest to an offset, else
 * as most of its values.
 */
export function yamlQuote(text: string, offset: number): Quote {
  const [nearest] = Array.from(text.matchAll(item), ({ index, groups }) => ({
    distance: Math.abs(index - offset),
    quote: groups?.['quote'] ?? '',
  })).sort((a, b) => a.distance - b.distance)
  const count = (quote: string) => text.split(new RegExp(`(?:: +|- +|\\[)${quote}`, 'g')).length
  const usual = count("'") > count('"') ? "'" : '"'
  const isQuoted = count(usual) > count('[A-Za-z]')
  const style = nearest ? nearest.quote : isQuoted ? usual : ''
  return (name) => {
    if (style === '' && isPlainYaml(name)) return name
    return (style || usual) === "'" ? singleQuoted(name) : JSON.stringify(name)
  }
}

/** What stands between the quotes of a text. */
export function unquoted(quoted: string): string {
  return quoted.slice(1, -1)
}

/** In single quotes, where they can hold it. */
export function singleQuoted(name: string): string {
  return /[^ -~\u00a0-\ud7ff]/.test(name) ? JSON.stringify(name) : `'${name.replaceAll("'", "''")}'`
}

/** A name where nothing could hold a line end or the like. */
export function oneLine(name: string): string {
  return name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+|\*\//gu, ' ')
}

/** The first item of a flow list, or an item of a block list, that is a text. */
const item =
  /(?:^[ \t]*(?:-[ \t]+)+|\[[ \t]*)(?:(?<quote>["'])|[A-Za-z][\w.-]*[ \t]*(?=[,\]#\r\n]|$))/gm

function isPlainYaml(name: string): boolean {
  return /^[a-z][\w.-]*$/i.test(name) && !/^(y|n|yes|no|on|off|true|false|null)$/i.test(name)
}
