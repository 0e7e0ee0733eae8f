/** The syntax of a document that zones are inserted into. */
export type DocumentFormat = 'hcl' | 'yaml' | 'json' | 'plain'

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

/** Languages that aren’t any of these, whatever a file is called. */
const others = /^(?:markdown|python|javascript|typescript|shellscript|go|ruby|html|xml|ini|log)/

/**
 * Returns the format of a document by its language, else by the file extension: documents of languages such as
 * `cloudformation` or `kubernetes` are YAML, and VS Code calls what it doesn’t know plain text.
 */
export function documentFormat(languageId: string, fileName: string): DocumentFormat {
  const formats = ['hcl', 'yaml', 'json'] as const
  const named = formats.find((format) => languages[format].test(languageId))
  if (named || others.test(languageId)) return named ?? 'plain'
  return formats.find((format) => endings[format].test(fileName)) ?? 'plain'
}
