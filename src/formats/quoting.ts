import { linesNear } from './lines.ts'

/** Quotes a name as a value of a document. */
export type Quote = (name: string) => string

/** Quotes a string for HCL, with templates escaped. */
export function hclText(name: string): string {
  return JSON.stringify(name).replaceAll(/[$%](?=\{)/g, (sign) => sign + sign)
}

/** Quotes a string for YAML: plain if unambiguous, else in JSON’s quotes, which are valid YAML. */
export function yamlText(name: string): string {
  return isPlainYaml(name) ? name : JSON.stringify(name)
}

/**
 * Returns the quoting style of YAML at an offset: that of the nearest list item, else that of most values
 * nearby. Offsets near each other share what is read there: there may be thousands of cursors.
 */
export function yamlQuotes(text: string): (offset: number) => Quote {
  const styles = new Map<number, ReturnType<typeof yamlStyle>>()
  return (offset) => {
    const stretch = Math.floor(offset / stretchLength)
    const style = styles.get(stretch) ?? yamlStyle(text, stretch)
    styles.set(stretch, style)
    const { items, usual, common } = style
    const at = offset - style.start
    const next = items.findIndex(({ index }) => index >= at)
    const [before, after] = next < 0 ? [items.at(-1)] : [items[next - 1], items[next]]
    const isNext = after && (!before || after.index - at < at - before.index)
    const quote = (isNext ? after : before)?.groups?.['quote'] ?? common
    return (name) => {
      if (quote === '' && isPlainYaml(name)) return name
      return (quote || usual) === "'" ? singleQuoted(name) : JSON.stringify(name)
    }
  }
}

/** The length of the text whose offsets share a style. */
const stretchLength = 20_000

/** Returns the list items in and around a stretch of a text, and the quotes of most values there. */
function yamlStyle(text: string, stretch: number) {
  const middle = Math.min((stretch + 0.5) * stretchLength, text.length)
  const { near, at } = linesNear(text, middle)
  const items = [...near.matchAll(item)]
  const count = (quote: string) => near.split(new RegExp(`(?:: +|- +|\\[)${quote}`, 'g')).length
  const usual = count("'") > count('"') ? "'" : '"'
  const common = items.length === 0 && count(usual) > count('[A-Za-z]') ? usual : ''
  return { start: middle - at, items, usual, common }
}

/** Removes the quotes around a string. */
export function unquoted(quoted: string): string {
  return quoted.slice(1, -1)
}

/** Single-quotes a string for YAML if possible, else uses JSON’s quotes. */
export function singleQuoted(name: string): string {
  return /[^ -~\u00a0-\ud7ff]/.test(name) ? JSON.stringify(name) : `'${name.replaceAll("'", "''")}'`
}

/** Returns a name on one line, safe in a comment. */
export function oneLine(name: string): string {
  return name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+|\*\//gu, ' ')
}

/** The first item of a flow list, or an item of a block list, if it is a string. */
const item =
  /(?:^[ \t]*(?:-[ \t]+)+|\[[ \t]*)(?:(?<quote>["'])|[A-Za-z][\w.-]*[ \t]*(?=[,\]#\r\n]|$))/gm

function isPlainYaml(name: string): boolean {
  return /^[a-z][\w.-]*$/i.test(name) && !/^(y|n|yes|no|on|off|true|false|null)$/i.test(name)
}
