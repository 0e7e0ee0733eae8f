import { parseUrl } from '../api/baseUrl.ts'
import { invalidInputError } from '../api/errors.ts'

/** The values of a console URL’s placeholders, as far as they’re known. */
interface ConsoleValues {
  readonly projectUid?: string | undefined
  readonly clusterUid?: string | undefined
  readonly configUid?: string | undefined
}

const placeholder = /^\{(projectUid|clusterUid|configUid)\}$/

/**
 * Returns whether all braces in a console URL belong to known placeholders, and no placeholder is in the host: a name
 * from the service must not decide which host is opened.
 */
function hasValidPlaceholders(text: string): boolean {
  const [, authority = '', path = ''] = /^\s*https?:\/\/([^/]*)(.*)$/is.exec(text) ?? []
  const braced = path.match(/\{[^{}]*\}/g) ?? []
  const isBalanced = !/[{}]/.test(path.replaceAll(/\{[^{}]*\}/g, ''))
  const isHostFixed = !/[{}]/.test(authority)
  return isHostFixed && isBalanced && braced.every((part) => placeholder.test(part))
}

/** Parses a console URL by the rules for a service URL, and keeps its placeholders. Throws `invalidInput`. */
export function parseConsoleUrl(text: string): string {
  const field = 'consoleUrl'
  if (!hasValidPlaceholders(text)) {
    throw invalidInputError(field, 'placeholder')
  }
  const { href } = parseUrl(field, text)
  // The URL parser has encoded the braces of placeholders.
  return href.replaceAll(/%7B(\w+)%7D/g, (encoded, name) => {
    const decoded = `{${name}}`
    return placeholder.test(decoded) ? decoded : encoded
  })
}

/** Returns the kind of item that a console URL reaches; undefined if it has no placeholders. */
export function consoleTarget(consoleUrl: string | undefined): 'project' | 'cluster' | undefined {
  if (/\{(clusterUid|configUid)\}/.test(consoleUrl ?? '')) return 'cluster'
  return consoleUrl?.includes('{projectUid}') ? 'project' : undefined
}

/** Returns the URL of an item’s page in the console; undefined if the value of a placeholder isn’t known. */
export function consolePage(consoleUrl: string, values: ConsoleValues): string | undefined {
  const page = fill(consoleUrl, values)
  return page.includes('{') ? undefined : page
}

/** Returns the URL of the console’s start page: the console URL up to the first segment with an unknown placeholder. */
export function consoleStart(consoleUrl: string, values: ConsoleValues): string {
  return fill(consoleUrl, values).replace(/\/[^/]*\{.*$/, '')
}

function fill(consoleUrl: string, values: ConsoleValues): string {
  return consoleUrl.replaceAll(/\{(\w+)\}/g, (unfilled, name: keyof ConsoleValues) => {
    const value = values[name]
    // A value with a slash, or of dots, would lead to another page.
    const isSegment = value && !/^\.{1,2}$|[/\\]/.test(value)
    return isSegment ? encodeURIComponent(value) : unfilled
  })
}
