import { bundle } from '../../esbuild.js'
import { type Results, summary } from './samples.ts'

/** How large what ships is; `npm run package` limits the package itself. */
export async function sizes(): Promise<Results> {
  const files = await bundle({ isProduction: true })
  const kilobytes = (path: string) => {
    const { text = '' } = files.find((file) => file.path === path) ?? {}
    return summary([Buffer.byteLength(text) / 1000])
  }
  return {
    nodeBundle: kilobytes('dist/extension.cjs'),
    webBundle: kilobytes('dist/web/extension.js'),
  }
}
