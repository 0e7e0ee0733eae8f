import type { Deadline } from './deadline.ts'

/** The body exceeds the size limit. */
export class BodyTooLarge extends Error {}

/**
 * Reads a body as text, up to `limit` bytes after decompression. Rejects with {@link BodyTooLarge}, at the
 * deadline, or with the network’s error, and then cancels the rest of the body.
 */
export async function readText(
  response: Response,
  limit: number,
  deadline: Deadline,
): Promise<string> {
  if (!response.body) return ''
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader()
  const cancel = () => void reader.cancel().catch(() => {})
  deadline.onEnd(cancel) // ends a pending read even if the network ignores the signal
  try {
    const chunks: Uint8Array[] = []
    let size = 0
    for (;;) {
      const { done, value } = await reader.read()
      if (deadline.endReason) throw new Error('Aborted')
      if (done) break
      size += value.byteLength
      if (size > limit) throw new BodyTooLarge()
      chunks.push(value)
    }
    const [only = new Uint8Array()] = chunks
    return decoder.decode(chunks.length > 1 ? concatenate(chunks, size) : only)
  } catch (error) {
    cancel()
    throw error
  }
}

const decoder = new TextDecoder()

function concatenate(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const all = new Uint8Array(size)
  let end = 0
  for (const chunk of chunks) {
    all.set(chunk, end)
    end += chunk.byteLength
  }
  return all
}
