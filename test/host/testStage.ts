import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './paths.ts'
import { temporaryDirectory } from './processes.ts'

/** What stages read and change of package.json. */
export interface Manifest {
  main?: string
  extensionKind?: string[]
  browser: string
  activationEvents: string[]
}

/** Reads the manifest that ships. */
export async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest
}

/**
 * Returns whether an event leaves the extension inactive until the tests are loaded, which see what it
 * is given while it activates: VS Code opens JSON files of its own in a window without a folder.
 */
export function waitsForTests(event: string): boolean {
  return event !== 'onLanguage:json'
}

/** Stages the extension for tests in Node.js; returns its folder, which goes when this process ends. */
export async function stageForNodeTests(): Promise<string> {
  const { path } = temporaryDirectory()
  const manifest = await readManifest()
  const activationEvents = manifest.activationEvents.filter(waitsForTests)
  await writeFile(join(path, 'package.json'), JSON.stringify({ ...manifest, activationEvents }))
  for (const name of ['package.nls.json', 'l10n', 'media', 'dist', 'README.md']) {
    await symlink(join(root, name), join(path, name), 'junction')
  }
  return path
}
