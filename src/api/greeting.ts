import { clock } from './clock.ts'
import type { ClientOptions } from './client.ts'
import { parseBaseUrl } from './baseUrl.ts'
import { userInfoUrl } from './endpoints.ts'
import { ApiError } from './errors.ts'
import { createTransport, type AnswerFacts } from './transport.ts'

/** Options for {@link ping}. Without an API key, the request is sent unauthenticated. */
export type GreetingOptions = Omit<ClientOptions, 'apiKey'> & { apiKey: string | undefined }

/** The result of a ping: the response, whatever its status. */
export interface Greeting {
  status: number
  /** True for an HTML page, such as a sign-in page. */
  isPage: boolean
  /** The time by which the service’s clock is ahead, in whole seconds; undefined if not sent. */
  skewS?: number
  /** Set if the response isn’t a success. */
  error?: ApiError
}

/**
 * Sends the cheapest request (lookups.md, “who am I”), to see whether a service responds. `onSuccess` is
 * called at the headers of a 2xx, because the body may never come. Rejects with {@link ApiError} if there is
 * no response, or it breaks off.
 */
export async function greet(
  options: GreetingOptions,
  signal?: AbortSignal,
  onSuccess?: (greeting: Greeting) => void,
): Promise<Greeting> {
  const { apiKey, ...others } = options
  let greeting: Greeting | undefined
  const transport = createTransport({
    ...others,
    onAnswer: (facts) => {
      greeting = greetingOf(facts)
      if (facts.status >= 200 && facts.status < 300) onSuccess?.(greeting)
    },
    ...(apiKey === undefined ? { anonymous: true } : { apiKey }),
  })
  const url = userInfoUrl(parseBaseUrl(options.baseUrl))
  const error = await transport.get(url, () => undefined, signal).catch(apiErrorOf)
  if (!greeting || (error && error.status === undefined)) {
    throw error ?? new ApiError('invalidResponse', 'Nothing was answered')
  }
  return { ...greeting, ...(error && { error }) }
}

function greetingOf({ status, isPage, date }: AnswerFacts): Greeting {
  const skewS = date === undefined ? undefined : Math.round((date - clock.now()) / 1000)
  return { status, isPage, ...(skewS !== undefined && { skewS }) }
}

function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}
