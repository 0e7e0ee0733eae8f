// What the one file of code that ships is made from, and the licences of what is in it.
import type { BuildOptions } from 'esbuild'
import { readdir, readFile } from 'node:fs/promises'

/** How the extension is bundled, but for what only one of its builds wants. */
export const bundle: BuildOptions = {
  entryPoints: ['src/node/extension.ts'],
  outfile: 'dist/extension.cjs',
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20', // the extension host of VS Code 1.100, our minimum
  external: ['vscode'],
  // ofetch's native-fetch entry: the other one brings a polyfill along, and VS Code patches the
  // native fetch for proxies and system certificates.
  conditions: ['worker'],
  charset: 'utf8', // the texts' quotation marks and ellipses as they are, not as escapes
  logLevel: 'warning',
}

/** The folder of the package that a file belongs to; undefined for a file of ours. */
export function packageFolder(file: string): string | undefined {
  return /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]
}

/** The licences of the packages that a bundle's files are from, which they ask to be passed on. */
export async function notices(files: string[]): Promise<string> {
  const texts: string[] = []
  const folders = files.map(packageFolder).filter((folder) => folder !== undefined)
  for (const folder of [...new Set(folders)].sort()) {
    const text = await readFile(`${folder}/package.json`, 'utf8')
    const { name, version } = JSON.parse(text) as { name: string; version: string }
    const licence = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file))
    if (!licence) throw new Error(`${name} ships, but no licence of it was found`)
    texts.push(`${name} ${version}\n\n${(await readFile(`${folder}/${licence}`, 'utf8')).trim()}`)
  }
  return `Poolkeeper contains the following packages.\n\n${texts.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`
}
