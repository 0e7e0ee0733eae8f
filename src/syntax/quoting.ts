import type { DocumentFormat } from './documentFormat.ts'

/**
 * Returns a function that quotes names for a format, with one mark at each end. In YAML, it uses the given mark; without
 * one, it leaves a name plain if that is unambiguous.
 */
export function quoterFor(format: DocumentFormat, mark?: string): (name: string) => string {
  if (format === 'hcl') return quoteForHcl
  if (format !== 'yaml' || mark === '"') return JSON.stringify
  return mark === "'" ? singleQuote : quoteForYaml
}

/** Quotes a string for HCL, with templates escaped. */
function quoteForHcl(name: string): string {
  return JSON.stringify(name).replaceAll(/[$%](?=\{)/g, (sign) => sign + sign)
}

function quoteForYaml(name: string): string {
  return isPlainInYaml(name) ? name : JSON.stringify(name)
}

/** Single-quotes a string for YAML if possible, else uses JSON’s quotes: only those have escapes. */
function singleQuote(name: string): string {
  const needsEscapes = /[^ -~\u00a0-\ud7ff]/.test(name)
  return needsEscapes ? JSON.stringify(name) : `'${name.replaceAll("'", "''")}'`
}

function isPlainInYaml(name: string): boolean {
  return /^[a-z][\w.-]*$/i.test(name) && !/^(y|n|yes|no|on|off|true|false|null)$/i.test(name)
}
