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
  try {
    return await readAll(reader, limit)
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

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return decoder.decode(concatenate(chunks, size))
    size += value.byteLength
    if (size > limit) throw new BodyTooLarge()
    chunks.push(value)
  }
}

const decoder = new TextDecoder()

function concatenate(chunks: readonly Uint8Array[], size: number): Uint8Array | undefined {
  if (chunks.length <= 1) return chunks[0]
  const all = new Uint8Array(size)
  let start = 0
  for (const chunk of chunks) {
    all.set(chunk, start)
    start += chunk.byteLength
  }
  return all
}
