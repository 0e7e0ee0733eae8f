import * as vscode from 'vscode'
import { withoutBraces } from './globs.ts'

/** What nobody has asked for reads no longer text than this, in UTF-16 units or bytes. */
export const maxTextLength = 1_000_000

/** Reads a text file; undefined if it is too long or can’t be read. */
export async function readTextFile(uri: vscode.Uri): Promise<string | undefined> {
  try {
    const { size } = await vscode.workspace.fs.stat(uri)
    return size > maxTextLength ? undefined : decode(await vscode.workspace.fs.readFile(uri))
  } catch {
    return undefined
  }
}

/** Decodes a text as the mark at its start says, which isn’t part of it: PowerShell writes UTF-16. */
function decode(bytes: Uint8Array): string {
  const mark = bytes[0] === 0xff ? bytes[1] === 0xfe && 'utf-16le' : bytes[0] === 0xfe && 'utf-16be'
  return new TextDecoder(mark || 'utf-8').decode(bytes)
}

/** Copies of modules that Terraform and Terragrunt make. */
const copies = ['**/.terraform/**', '**/.terragrunt-cache/**']

/** Returns the patterns of copies and those that the user excludes from search; those of `files.exclude` are excluded anyway. */
export function searchExcludes(): string {
  const setting = vscode.workspace
    .getConfiguration('search')
    .get<Record<string, unknown>>('exclude')
  const all = Object.entries(setting ?? {}).flatMap(([glob, is]) =>
    is === true ? withoutBraces(glob) : [],
  )
  return `{${[...copies, ...all].join(',')}}`
}
