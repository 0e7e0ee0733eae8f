import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { bundle } from '../../esbuild.js'
import { pack } from '../host/pack.ts'
import { temporaryDirectory } from '../host/processes.ts'
import { type Results, summary } from './samples.ts'

/** How large what ships is. */
export async function sizes(): Promise<Results> {
  const files = await bundle({ isProduction: true })
  const text = (path: string) => files.find((file) => file.path === path)?.text ?? ''
  const main = text('dist/extension.cjs')
  const browser = text('dist/web/extension.js')
  return {
    mainBundle: kilobytes(Buffer.byteLength(main)),
    mainBundleZipped: kilobytes(gzipSync(main).length),
    browserBundle: kilobytes(Buffer.byteLength(browser)),
    browserBundleZipped: kilobytes(gzipSync(browser).length),
    vsix: summary([(await packageSize()) / 1024]), // as vsce has them
  }
}

/** Packs what would be published, into a folder that goes. */
async function packageSize(): Promise<number> {
  const { path, remove } = temporaryDirectory()
  const vsix = join(path, 'poolkeeper.vsix')
  try {
    const { code, output } = await pack(vsix)
    if (code !== 0) throw new Error(output)
    return (await stat(vsix)).size
  } finally {
    remove()
  }
}

function kilobytes(bytes: number) {
  return summary([bytes / 1000])
}
