import { shellText, type Shell } from './shellText.ts'
import type { ApiRequest, RequestIdentity } from './requests.ts'
import { headersOf } from './requests.ts'

/** The variable that holds the API key for a copied request. */
const keyVariable = 'POOLKEEPER_API_KEY'

/**
 * Formats a request as a curl command for a shell, equal to what the client sends. The key is replaced by an
 * environment variable, and text from outside is quoted. Throws `invalidInput` for a project UID that isn’t a
 * valid header value.
 */
export function curlCommand(
  request: ApiRequest,
  sender: Omit<RequestIdentity, 'apiKey'>,
  shell: Shell = 'posix',
): string {
  const { quote, variable, program, separator } = shellText[shell]
  const { ApiKey: _, ...headers } = headersOf(request, { ...sender, apiKey: keyVariable })
  return [
    `${program} --globoff`, // curl would expand brackets and braces into several URLs
    ...(request.method === 'GET' ? [] : [`--request ${request.method}`]),
    ...Object.entries(headers).map(([name, value]) => `--header ${quote(`${name}: ${value}`)}`),
    `--header ${variable('ApiKey: ', keyVariable)}`,
    ...(request.body === undefined ? [] : [`--data ${quote(asciiJson(request.body))}`]),
    quote(request.url),
  ].join(separator)
}

/** Returns the API key’s variable as a shell writes it. */
export function keyVariableIn(shell: Shell): string {
  return shellText[shell].variable('', keyVariable).slice(1, -1)
}

/** Escapes what a terminal may have in another encoding. */
function asciiJson(body: string): string {
  return body.replaceAll(
    /[^ -~]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
