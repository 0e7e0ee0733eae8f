import type { ApiRequest, RequestIdentity } from './requests.ts'
import { headersOf } from './requests.ts'

/** The shell variable that holds the API key for a copied request. */
export const keyVariable = 'POOLKEEPER_API_KEY'

/**
 * Formats a request as a curl command for a POSIX shell, equal to what the client sends. The key is replaced
 * by a shell variable, and text from outside is single-quoted. Throws `invalidInput` for a project UID that
 * isn’t a valid header value.
 */
export function curlCommand(request: ApiRequest, sender: Omit<RequestIdentity, 'apiKey'>): string {
  const { ApiKey: _, ...headers } = headersOf(request, { ...sender, apiKey: keyVariable })
  return [
    'curl --globoff', // curl would expand brackets and braces into several URLs
    ...(request.method === 'GET' ? [] : [`--request ${request.method}`]),
    ...Object.entries(headers).map(
      ([name, value]) => `--header ${shellQuote(`${name}: ${value}`)}`,
    ),
    `--header "ApiKey: $${keyVariable}"`,
    ...(request.body === undefined ? [] : [`--data ${shellQuote(request.body)}`]),
    shellQuote(request.url),
  ].join(' \\\n  ')
}

/** Quotes text for a POSIX shell: between single quotes, only the quote itself is special. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
