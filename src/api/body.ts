/** The body exceeds the size limit. */
export class BodyTooLarge extends Error {}

/**
 * Reads a body as text, up to `limit` bytes after decompression. Rejects with {@link BodyTooLarge} or the network’s
 * error, and then cancels the rest of the body, as it does if the signal aborts.
 */
export async function readText(
  response: Response,
  limit: number,
  signal?: AbortSignal,
): Promise<string> {
  if (!response.body) return ''
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader()
  const cancel = () => void reader.cancel().catch(() => {})
  signal?.addEventListener('abort', cancel, { once: true })
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return text + decoder.decode()
      size += value.byteLength
      if (size > limit) throw new BodyTooLarge()
      text += decoder.decode(value, { stream: true })
    }
  } catch (error) {
    cancel()
    throw error
  }
}

/** The maximum number of values in a response: millions of tiny ones would block everything for seconds. */
const maxValues = 250_000

/** Parses JSON of at most 250,000 values; throws for any other text. Counts the commas between values, in strings, too. */
export function parseJson(text: string): unknown {
  let values = 1
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) values += 1
  if (values > maxValues) throw new RangeError('Too many values')
  return JSON.parse(text)
}
