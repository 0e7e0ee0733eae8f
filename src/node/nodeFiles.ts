import { close, fstat, open, read } from 'node:fs'
import { promisify } from 'node:util'
import type { ReadLocalFile } from '../documents/readFile.ts'

const openFile = promisify(open)
const fileStats = promisify(fstat)
const readBytes = promisify(read)

/**
 * Reads a file in half of the time that `fs.promises.readFile` takes, and without the message to the window that VS
 * Code’s file API sends before each call.
 */
export const readLocalFile: ReadLocalFile = async (path, maxLength) => {
  const descriptor = await openFile(path, 'r')
  try {
    const { size } = await fileStats(descriptor)
    if (size > maxLength) return undefined
    const bytes = Buffer.allocUnsafe(size)
    let length = 0
    while (length < size) {
      const { bytesRead } = await readBytes(descriptor, bytes, length, size - length, length)
      if (bytesRead === 0) break // the file has become shorter meanwhile
      length += bytesRead
    }
    return bytes.subarray(0, length)
  } finally {
    close(descriptor, () => {}) // nothing depends on when it is closed
  }
}
