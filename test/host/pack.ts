import { join } from 'node:path'
import { root } from './paths.ts'
import { capture } from './processes.ts'

/** Packs what is published into a file; returns the exit code and the output of vsce. */
export async function pack(path: string): Promise<{ code: number; output: string }> {
  const vsce = join(root, 'node_modules/@vscode/vsce/vsce')
  const args = [vsce, 'package', '--no-dependencies', '--out', path]
  return await capture(process.execPath, args, { cwd: root })
}
