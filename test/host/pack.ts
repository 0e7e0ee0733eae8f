import { deflateAsync } from '@gfx/zopfli'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from '@zip.js/zip.js'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { root } from './paths.ts'
import { capture } from './processes.ts'

/**
 * Packs what is published into a file, and returns the exit code and the output of vsce.
 *
 * @param isSmall Whether it is compressed as far as it can be, in some seconds more.
 */
export async function pack(
  path: string,
  isSmall = true,
): Promise<{ code: number; output: string }> {
  const vsce = join(root, 'node_modules/@vscode/vsce/vsce')
  const args = [vsce, 'package', '--no-dependencies', '--out', path]
  const result = await capture(process.execPath, args, { cwd: root })
  if (result.code === 0 && isSmall) await recompress(path)
  return result
}

/** Compresses a zip file as far as any program can still read it, in some seconds: vsce is in a hurry. */
async function recompress(path: string): Promise<void> {
  const entries = await new ZipReader(new Uint8ArrayReader(await readFile(path))).getEntries()
  const writer = new ZipWriter(new Uint8ArrayWriter(), { extendedTimestamp: false })
  for (const entry of entries) {
    if (entry.directory) continue
    const content = await entry.getData(new Uint8ArrayWriter())
    await writer.add(entry.filename, new Uint8ArrayReader(await deflateAsync(content, {})), {
      entry,
      passThrough: true,
      compressionMethod: 8, // deflate
      dataDescriptor: false,
      uncompressedSize: content.length,
      crc32: crc32(content),
    })
  }
  await writeFile(path, await writer.close())
}
