/** The syntax of a document that zones are inserted into. */
export type DocumentFormat = 'hcl' | 'yaml' | 'json' | 'plain'

/** The style of a document. */
export interface DocumentStyle {
  readonly format: DocumentFormat
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
 * Returns the format of a document by its language. If no extension knows the language, VS Code calls it
 * plain text, and the file extension decides.
 */
export function documentFormat(languageId: string, fileName: string): DocumentFormat {
  const [by, tells] = languageId === 'plaintext' ? [endings, fileName] : [languages, languageId]
  return (['hcl', 'yaml', 'json'] as const).find((format) => by[format].test(tells)) ?? 'plain'
}
