import type { DocumentFormat } from './documentFormat.ts'

/**
 * Returns a function that quotes names for a format. In YAML, it uses the given quotation mark; without a mark, it
 * quotes only names that YAML would take for something else unquoted, such as `true`.
 */
export function quoterFor(format: DocumentFormat, mark?: string): (name: string) => string {
  if (format === 'hcl') return quoteForHcl
  if (format !== 'yaml' || mark === '"') return JSON.stringify
  return mark === "'" ? singleQuote : quoteForYaml
}

/** Quotes a string for HCL. The beginnings of templates are escaped: `${` becomes `$${`. */
function quoteForHcl(name: string): string {
  return JSON.stringify(name).replaceAll(/[$%](?=\{)/g, (sign) => sign + sign)
}

function quoteForYaml(name: string): string {
  return isPlainInYaml(name) ? name : JSON.stringify(name)
}

/** Quotes a string for YAML with single quotes; with double quotes if it needs escapes, which only those have. */
function singleQuote(name: string): string {
  const needsEscapes = /[^ -~\u00a0-\ud7ff]/.test(name)
  return needsEscapes ? JSON.stringify(name) : `'${name.replaceAll("'", "''")}'`
}

function isPlainInYaml(name: string): boolean {
  return /^[a-z][\w.-]*$/i.test(name) && !/^(y|n|yes|no|on|off|true|false|null)$/i.test(name)
}
