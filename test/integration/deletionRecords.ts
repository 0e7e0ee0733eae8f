import * as vscode from 'vscode'
import type { RecordPart } from '../../src/deletion/record.ts'
import { parts } from './extensionParts.ts'

const getFolder = () => vscode.Uri.joinPath(parts.context.globalStorageUri, 'deletions')
const { fs } = vscode.workspace

/** A deletion as the extension stores it in files; pending if it has not ended. */
type StoredDeletion = RecordPart<'sent'> & Partial<RecordPart<'ended'>>

/** The deletions that the extension has stored, the latest first. */
export async function readDeletionRecords(): Promise<StoredDeletion[]> {
  const uris = await listFiles()
  const records = uris.filter(({ path }) => /\.(sent|ended)\.json$/.test(path))
  const texts = await Promise.all(records.map(readText))
  const deletions = texts
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text) as StoredDeletion)
  return deletions.sort((a, b) => b.sentAt - a.sentAt)
}

/** Stores a deletion that has ended, as an earlier session of the extension does. */
export async function writeDeletionRecord(id: string, record: RecordPart<'ended'>): Promise<void> {
  const uri = vscode.Uri.joinPath(getFolder(), `${id}.ended.json`)
  await fs.writeFile(uri, new TextEncoder().encode(JSON.stringify(record)))
}

/** Deletes all files; the extension notices when it next reads them. */
export async function deleteDeletionRecords(): Promise<void> {
  for (const uri of await listFiles()) await fs.delete(uri).then(undefined, () => {})
}

async function listFiles(): Promise<vscode.Uri[]> {
  const entries = await fs.readDirectory(getFolder()).then(undefined, () => [])
  return entries.map(([name]) => vscode.Uri.joinPath(getFolder(), name))
}

/** The content of a file; empty if the extension has deleted it meanwhile. */
async function readText(uri: vscode.Uri): Promise<string> {
  const content = await fs.readFile(uri).then(undefined, () => new Uint8Array())
  return new TextDecoder().decode(content)
}
