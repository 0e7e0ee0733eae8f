import { clock } from './clock.ts'
import type { ClientOptions } from './client.ts'
import { parseBaseUrl } from './baseUrl.ts'
import { requestTo } from './endpoints.ts'
import { ApiError } from './errors.ts'
import { lookupEndpoints } from './lookupEndpoints.ts'
import { createTransport } from './transport.ts'

/** Options for {@link ping}. Without an API key, the request is sent unauthenticated. */
type PingOptions = Omit<ClientOptions, 'apiKey'> & { apiKey: string | undefined }

/** The result of a ping: the response, whatever its status. */
export interface PingResult {
  status: number
  /** True for an HTML page, such as a sign-in page. */
  isPage: boolean
  /** The time by which the service’s clock is ahead, in whole seconds; undefined if not sent. */
  clockSkewSeconds?: number | undefined
  /** Set if the response isn’t a success. */
  error?: ApiError | undefined
}

/**
 * Sends the cheapest request (docs/api.md, “Lookups”), to see whether a service responds. `onSuccess` is
 * called at the headers of a 2xx, because the body may never come. Rejects with {@link ApiError} if there is
 * no response, or it breaks off.
 */
export async function ping(
  options: PingOptions,
  signal?: AbortSignal,
  onSuccess?: (result: PingResult) => void,
): Promise<PingResult> {
  const { apiKey, ...others } = options
  let result: PingResult | undefined
  const transport = createTransport({
    ...others,
    onResponse: ({ status, isPage, date }) => {
      const skewMs = date === undefined ? undefined : date - clock.now()
      result = { status, isPage, clockSkewSeconds: skewMs && Math.round(skewMs / 1000) }
      if (status >= 200 && status < 300) onSuccess?.(result)
    },
    ...(apiKey === undefined ? { anonymous: true } : { apiKey }),
  })
  const request = requestTo(parseBaseUrl(options.baseUrl), lookupEndpoints.userInfo, {})
  const error = await transport.read(request, () => undefined, signal).catch(apiErrorOf)
  if (!result || (error && error.status === undefined)) {
    throw error ?? new ApiError('invalidResponse', 'Nothing was answered')
  }
  return { ...result, error }
}

function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}
