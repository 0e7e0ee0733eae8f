import { raceAbort } from './deadline.ts'

/** The body exceeds the size limit. */
export class BodyTooLarge extends Error {}

/**
 * Reads a body as text, up to `limit` bytes after decompression. Rejects with {@link BodyTooLarge}, when the
 * signal aborts, or with the network’s error, and then cancels the rest of the body.
 */
export async function readText(
  response: Response,
  limit: number,
  signal: AbortSignal,
): Promise<string> {
  if (!response.body) return ''
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  try {
    for (;;) {
      const { done, value } = await raceAbort(reader.read(), signal)
      if (done) return text + decoder.decode()
      size += value.byteLength
      if (size > limit) throw new BodyTooLarge()
      text += decoder.decode(value, { stream: true })
    }
  } catch (error) {
    void reader.cancel().catch(() => {})
    throw error
  }
}
