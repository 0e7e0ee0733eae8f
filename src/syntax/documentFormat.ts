import { codeFormats, type CodeFormat } from '../contributions.ts'

/** The syntax of a document that zones are inserted into. */
export type DocumentFormat = 'hcl' | 'yaml' | 'json' | 'plain'

/** IDs of languages whose documents are never read as code for infrastructure, whatever the file extension is. */
const otherLanguages =
  /^(?:markdown|python|javascript|typescript|shellscript|go|ruby|html|xml|ini|log)/

/** The code formats in the order in which they are tried. */
const formats = Object.keys(codeFormats) as CodeFormat[]

/**
 * Returns the code format of a document by its language ID, else by the file extension; undefined if neither is that of
 * a code format. The extension is needed because VS Code reports `plaintext` for languages that it doesn’t know, and
 * languages such as `kubernetes` may be written in YAML or JSON. A `.tf` file in the language HCL is Terraform.
 */
export function codeFormatOf(languageId: string, fileName: string): CodeFormat | undefined {
  const byExtension = formatOfExtension(fileName)
  const byLanguage = formats.find((format) => hasLanguage(format, languageId))
  if (byLanguage === 'hcl' && byExtension === 'terraform') return 'terraform'
  if (byLanguage !== undefined) return byLanguage
  return otherLanguages.test(languageId) ? undefined : byExtension
}

/** Returns the syntax of a document that zones are inserted into, by its language, else by the file extension. */
export function documentFormat(languageId: string, fileName: string): DocumentFormat {
  const format = codeFormatOf(languageId, fileName)
  return format === 'terraform' ? 'hcl' : (format ?? 'plain')
}

function hasLanguage(format: CodeFormat, languageId: string): boolean {
  const languages: readonly string[] = codeFormats[format].languages
  return languages.includes(languageId)
}

function formatOfExtension(fileName: string): CodeFormat | undefined {
  const extension = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase()
  return formats.find((format) => {
    const extensions: readonly (string | undefined)[] = codeFormats[format].fileExtensions
    return extensions.includes(extension)
  })
}
