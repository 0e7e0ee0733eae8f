import { clock } from './clock.ts'
import type { ClientOptions } from './client.ts'
import { parseBaseUrl } from './baseUrl.ts'
import { userInfoUrl } from './endpoints.ts'
import { ApiError } from './errors.ts'
import { createTransport, type AnswerFacts } from './transport.ts'

/** How to greet a service: with a key, or as nobody where there is none. */
export type GreetingOptions = Omit<ClientOptions, 'apiKey'> & { apiKey: string | undefined }

/** What the first answer of a service tells, whatever its status. */
export interface Greeting {
  status: number
  /** Whether it is a page for people, as a wrong path or a login has. */
  isPage: boolean
  /** How many whole seconds the service's clock is ahead of ours; missing where it does not tell. */
  skewS?: number
  /** Why it is no answer of success. */
  error?: ApiError
}

/**
 * Sends the cheapest request there is (lookups.md, “who am I”), to know whether anything answers.
 * `onSuccess` is told of a 2xx as soon as its headers are there: its body may never come. Rejects with
 * {@link ApiError} where nothing answered, or where the answer broke off.
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
