import * as vscode from 'vscode'
import type { Part } from '../../src/deletion/record.ts'
import { parts } from './extensionParts.ts'

const folder = () => vscode.Uri.joinPath(parts.context.globalStorageUri, 'deletions')
const { fs } = vscode.workspace

/** A deletion in files; without an end, it is pending. */
type KeptDeletion = Part<'sent'> & Partial<Part<'ended'>>

/** The deletions that the extension has kept in files, the latest first. */
export async function keptDeletions(): Promise<KeptDeletion[]> {
  const uris = await files()
  const texts = uris
    .filter(({ path }) => /\.(sent|ended)\.json$/.test(path))
    .map(async (uri) => new TextDecoder().decode(await read(uri)))
  return (await Promise.all(texts))
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text) as KeptDeletion)
    .sort((a, b) => b.sentAt - a.sentAt)
}

/** Keeps a deletion that has ended as an earlier start of the extension would have. */
export async function keepDeletion(id: string, record: Part<'ended'>): Promise<void> {
  const uri = vscode.Uri.joinPath(folder(), `${id}.ended.json`)
  await fs.writeFile(uri, new TextEncoder().encode(JSON.stringify(record)))
}

/** Takes all files away; the extension hears of it when it looks again. */
export async function dropDeletions(): Promise<void> {
  for (const uri of await files()) await fs.delete(uri).then(undefined, () => {})
}

async function files(): Promise<vscode.Uri[]> {
  const entries = await fs.readDirectory(folder()).then(undefined, () => [])
  return entries.map(([name]) => vscode.Uri.joinPath(folder(), name))
}

/** The extension may have deleted it by now. */
async function read(uri: vscode.Uri): Promise<Uint8Array> {
  return fs.readFile(uri).then(undefined, () => new Uint8Array())
}
