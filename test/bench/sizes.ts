import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { bundle } from '../../esbuild.js'
import { pack } from '../host/pack.ts'
import { temporaryDirectory } from '../host/processes.ts'
import { type Results, summary } from './samples.ts'

/** How large what ships is. */
export async function sizes(): Promise<Results> {
  const files = await bundle({ isProduction: true })
  const kilobytes = (path: string) => {
    const { text = '' } = files.find((file) => file.path === path) ?? {}
    return summary([Buffer.byteLength(text) / 1000])
  }
  const { path, remove } = temporaryDirectory()
  try {
    const vsix = join(path, 'poolkeeper.vsix')
    const { code, output } = await pack(vsix)
    if (code !== 0) throw new Error(output)
    return {
      nodeBundle: kilobytes('dist/extension.cjs'),
      webBundle: kilobytes('dist/web/extension.js'),
      vsix: summary([(await stat(vsix)).size / 1024]), // as vsce has them
    }
  } finally {
    remove()
  }
}
