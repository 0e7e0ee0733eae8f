import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installHost } from '../host/install.ts'
import { root } from '../host/paths.ts'
import type { Summary } from './samples.ts'

/** Measures a row of code that uses VS Code’s API, in a process of its own with the fake VS Code. */
export async function measureOnFake(row: string): Promise<Summary> {
  const register = join(root, 'test/fakeVscode/register.ts')
  const program = join(import.meta.dirname, 'fake/measure.ts')
  const args = [`--import=${register}`, program, row, await findRipgrep()]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Summary
}

/** Returns the path of the ripgrep that searches files in the newest VS Code. */
async function findRipgrep(): Promise<string> {
  const server = await installHost('newest')
  const platform = `${process.platform}-${process.arch}`
  return join(server, `../../node_modules/@vscode/ripgrep-universal/bin/${platform}/rg`)
}
