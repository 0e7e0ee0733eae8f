/** What zones are written as into a document. */
export type DocumentFormat = 'hcl' | 'yaml' | 'json' | 'plain'

/** How a document is written. */
export interface DocumentStyle {
  readonly format: DocumentFormat
  /** One step of indentation. */
  readonly indent: string
  readonly eol: '\n' | '\r\n'
}

const languages: Record<Exclude<DocumentFormat, 'plain'>, RegExp> = {
  hcl: /^(terraform|opentofu|terragrunt|hcl|packer|nomad|tfvars)/,
  yaml: /^(yaml|dockercompose|helm|ansible|azure-pipelines|github-actions-workflow)/,
  json: /^json/,
}
const endings: typeof languages = {
  hcl: /\.(tf|tfvars|tofu|hcl)$/i,
  yaml: /\.ya?ml$/i,
  json: /\.jsonc?$/i,
}

/**
 * The format for a document, by its language. Where no extension knows the language, VS Code calls it
 * plain text, and the ending of the name tells.
 */
export function documentFormat(languageId: string, fileName: string): DocumentFormat {
  const [by, tells] = languageId === 'plaintext' ? [endings, fileName] : [languages, languageId]
  return (['hcl', 'yaml', 'json'] as const).find((format) => by[format].test(tells)) ?? 'plain'
}
