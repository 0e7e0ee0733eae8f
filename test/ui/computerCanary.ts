import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../host/paths.ts'

/** The files in /proc about processes with a text in their arguments or environment; none without /proc. */
export async function findInProcesses(canary: string): Promise<string[]> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const files = ids.flatMap((id) => [`/proc/${id}/cmdline`, `/proc/${id}/environ`])
  return findFiles(files, (content) => content.includes(canary))
}

/** Kills the extension host of a server. Returns false if it is not found. */
export async function killExtensionHost(dataDir: string): Promise<boolean> {
  for (const file of await findInProcesses(dataDir)) {
    const [, id, kind] = /^\/proc\/(\d+)\/(\w+)$/.exec(file) ?? []
    if (kind !== 'environ') continue
    const args = await readFile(`/proc/${id}/cmdline`).catch(() => Buffer.of())
    if (!args.includes('--type=extensionHost')) continue
    process.kill(Number(id), 'SIGKILL')
    return true
  }
  return false
}

/** The files of the package, in the working copy, that match a pattern. */
export async function findInPackage(pattern: RegExp): Promise<string[]> {
  const listed = await readFile(join(root, 'test/host/package-contents.txt'), 'utf8')
  const files = listed.split('\n').filter((line) => line !== '')
  const paths = files.map((file) => join(root, file))
  return findFiles(paths, (content) => pattern.test(content.toString()))
}

async function findFiles(
  files: string[],
  matches: (content: Buffer) => boolean,
): Promise<string[]> {
  // A process may have ended meanwhile, and files of the build may be missing.
  const contents = await Promise.all(files.map((file) => readFile(file).catch(() => Buffer.of())))
  return files.filter((_, index) => matches(contents[index] ?? Buffer.of()))
}
