import { orAbort } from './deadline.ts'

/** A body turned out larger than what is worth holding. */
export class BodyTooLarge extends Error {}

/**
 * Reads a body as text, up to `limit` bytes after decompression; the rest is left unread.
 * Rejects with {@link BodyTooLarge}, when the signal aborts, or with what the network says.
 */
export async function readText(
  response: Response,
  limit: number,
  signal: AbortSignal,
): Promise<string> {
  if (!response.body) return ''
  if (Number(response.headers.get('content-length')) > limit) throw new BodyTooLarge()
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await orAbort(reader.read(), signal)
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > limit) throw new BodyTooLarge()
    text += decoder.decode(value, { stream: true })
  }
}
