import * as vscode from 'vscode'
import type { DeletionRecord } from '../../src/inventory/deletionRecord.ts'
import { parts } from './extensionParts.ts'

const folder = () => vscode.Uri.joinPath(parts.context.globalStorageUri, 'deletions')
const { fs } = vscode.workspace

/** The deletions that the extension has kept in files, the latest first. */
export async function keptDeletions(): Promise<DeletionRecord[]> {
  const texts = await Promise.all(
    (await files()).map(async (uri) => new TextDecoder().decode(await read(uri))),
  )
  return texts
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text) as DeletionRecord)
    .sort((a, b) => b.sentAt - a.sentAt)
}

/** Keeps a deletion as an earlier start of the extension would have. */
export async function keepDeletion(id: string, record: DeletionRecord): Promise<void> {
  const uri = vscode.Uri.joinPath(folder(), `${id}.1.test.json`)
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
