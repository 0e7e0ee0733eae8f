import type { ApiRequest, Sender } from './requests.ts'
import { headersOf } from './requests.ts'

/** The variable of a shell that a copied request takes the API key from. */
export const keyVariable = 'POOLKEEPER_API_KEY'

/**
 * A request as a curl command for a POSIX shell, sent as the client sends it. The key is never in it:
 * the shell puts it in. Everything from outside stands between single quotes. Throws `invalidInput`
 * for a project that no header can carry.
 */
export function curlCommand(request: ApiRequest, sender: Omit<Sender, 'apiKey'>): string {
  const { ApiKey: _, ...headers } = headersOf(request, { ...sender, apiKey: keyVariable })
  return [
    'curl --globoff', // curl would make several addresses of brackets and braces
    ...(request.method === 'GET' ? [] : [`--request ${request.method}`]),
    ...Object.entries(headers).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    `--header "ApiKey: $${keyVariable}"`,
    ...(request.body === undefined ? [] : [`--data ${quoted(request.body)}`]),
    quoted(request.url),
  ].join(' \\\n  ')
}

/** Between single quotes a shell takes every character as it is, but the quote itself. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
