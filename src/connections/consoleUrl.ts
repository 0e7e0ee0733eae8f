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
 * Returns whether a console URL has only known placeholders in braces, such as `{projectUid}`, and none of them in its
 * host: values from the service must not choose the host.
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
  // The URL parser has encoded the braces.
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

/** Returns the console URL with values for its placeholders; undefined if a value isn’t known. */
export function consolePage(consoleUrl: string, values: ConsoleValues): string | undefined {
  const page = fill(consoleUrl, values)
  return page.includes('{') ? undefined : page
}

/** Returns the console URL up to its first path segment that has a placeholder without a known value. */
export function consoleStart(consoleUrl: string, values: ConsoleValues): string {
  return fill(consoleUrl, values).replace(/\/[^/]*\{.*$/, '')
}

function fill(consoleUrl: string, values: ConsoleValues): string {
  return consoleUrl.replaceAll(/\{(\w+)\}/g, (unfilled, name: keyof ConsoleValues) => {
    const value = values[name]
    // A value with a slash, or of dots only, would lead to another page.
    const isSegment = value && !/^\.{1,2}$|[/\\]/.test(value)
    return isSegment ? encodeURIComponent(value) : unfilled
  })
}
