import type { DocumentFormat } from './documentFormat.ts'

/** Returns how a document quotes, with one mark at each end; in YAML, with given marks, or plain if unambiguous. */
export function quoteIn(format: DocumentFormat, mark?: string): (name: string) => string {
  if (format === 'hcl') return hclText
  if (format !== 'yaml' || mark === '"') return JSON.stringify
  return mark === "'" ? singleQuoted : (name) => (isPlainYaml(name) ? name : JSON.stringify(name))
}

/** Quotes a string for HCL, with templates escaped. */
function hclText(name: string): string {
  return JSON.stringify(name).replaceAll(/[$%](?=\{)/g, (sign) => sign + sign)
}

/** Single-quotes a string for YAML if possible, else uses JSON’s quotes. */
function singleQuoted(name: string): string {
  return /[^ -~\u00a0-\ud7ff]/.test(name) ? JSON.stringify(name) : `'${name.replaceAll("'", "''")}'`
}

function isPlainYaml(name: string): boolean {
  return /^[a-z][\w.-]*$/i.test(name) && !/^(y|n|yes|no|on|off|true|false|null)$/i.test(name)
}
