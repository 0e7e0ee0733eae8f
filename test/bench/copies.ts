import { globSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from '../host/paths.ts'

/** Puts a copy of the extension as it was built to ship where VS Code looks for extensions; returns its id. */
export async function stageOurs(extensionsDir: string, name: string): Promise<string> {
  const files: Record<string, string> = {}
  for (const path of globSync(['package{,.nls}.json', 'dist/*js'], { cwd: root })) {
    const text = await readFile(join(root, path), 'utf8')
    // With views, commands and settings of its own; texts and code stay as they are.
    files[path] = text.replaceAll(/\bpoolkeeper\b/g, name)
  }
  // It is activated when it is measured, not by a file of VS Code.
  files['package.json'] = JSON.stringify({
    ...(JSON.parse(files['package.json'] ?? '') as object),
    activationEvents: [],
  })
  return stage(extensionsDir, name, files)
}

/** The same with an extension that does nothing. */
export async function stageEmpty(extensionsDir: string, name: string): Promise<string> {
  const manifest = {
    name,
    publisher: name,
    version: '0.1.0',
    engines: { vscode: '^1.105.0' },
    main: './dist/extension.cjs',
    activationEvents: [],
  }
  return stage(extensionsDir, name, {
    'package.json': JSON.stringify(manifest),
    'dist/extension.cjs': 'exports.activate = () => {}\n',
  })
}

async function stage(
  extensionsDir: string,
  name: string,
  files: Record<string, string>,
): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(extensionsDir, `${name}.${name}-0.1.0`, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  return `${name}.${name}`
}
