import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { bundle } from '../../esbuild.js'
import { root } from '../host/paths.ts'

/** The ids of extensions that are alike but for their names, so that one host can load each. */
export interface Copies {
  ours: string[]
  empty: string[]
}

/** Puts copies of the extension as it ships, and of an empty one, where VS Code looks for extensions. */
export async function stageCopies(extensionsDir: string, count: number): Promise<Copies> {
  const files = (await bundle({ isProduction: true })).filter(({ path }) => !path.includes('web'))
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  for (const path of ['package.json', 'package.nls.json']) {
    texts.set(path, await readFile(join(root, path), 'utf8'))
  }
  const copies: Copies = { ours: [], empty: [] }
  for (let nth = 0; nth < count; nth++) {
    const name = `poolkeeper${nth}`
    // Each with views, commands and settings of its own; texts and code stay as they are.
    const own = [...texts].map(([path, text]) => [path, text.replaceAll(/\bpoolkeeper\b/g, name)])
    copies.ours.push(await stage(extensionsDir, name, name, Object.fromEntries(own)))
    const empty = `empty${nth}`
    copies.empty.push(await stage(extensionsDir, empty, empty, emptyExtension(empty)))
  }
  return copies
}

function emptyExtension(name: string): Record<string, string> {
  const manifest = {
    name,
    publisher: name,
    version: '0.1.0',
    engines: { vscode: '^1.100.0' },
    type: 'module',
    main: './dist/extension.cjs',
    activationEvents: [],
  }
  return {
    'package.json': JSON.stringify(manifest),
    'dist/extension.cjs': 'exports.activate = () => {}\n',
  }
}

async function stage(
  extensionsDir: string,
  publisher: string,
  name: string,
  files: Record<string, string>,
): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(extensionsDir, `${publisher}.${name}-0.1.0`, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  return `${publisher}.${name}`
}
