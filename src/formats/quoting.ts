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

/** Removes the quotes around a string. */
export function unquoted(quoted: string): string {
  return quoted.slice(1, -1)
}

/** Single-quotes a string for YAML if possible, else uses JSON’s quotes. */
export function singleQuoted(name: string): string {
  return /[^ -~\u00a0-\ud7ff]/.test(name) ? JSON.stringify(name) : `'${name.replaceAll("'", "''")}'`
}

function isPlainYaml(name: string): boolean {
  return /^[a-z][\w.-]*$/i.test(name) && !/^(y|n|yes|no|on|off|true|false|null)$/i.test(name)
}
