import * as vscode from 'vscode'
import { readBlocks } from '../syntax/blockReader.ts'
import type { Block, BlockLanguage } from '../syntax/blocks.ts'
import { documentFormat } from '../syntax/documentFormat.ts'
import { lastBefore, type OffsetRange } from '../syntax/offsets.ts'
import { zonesIn } from '../syntax/scan.ts'
import type { ZoneReference } from '../syntax/zoneReferences.ts'
import { maxTextLength } from './workspaceFiles.ts'

/** Code that may name zones and machine pools, in a file, open or not; it is read once and on first use. */
export class CodeFile {
  readonly uri: vscode.Uri
  readonly language: BlockLanguage
  readonly text: string
  #references: readonly ZoneReference[] | undefined
  #blocks: readonly Block[] | undefined
  #lines: readonly OffsetRange[] | undefined

  constructor(uri: vscode.Uri, language: BlockLanguage, text: string) {
    this.uri = uri
    this.language = language
    this.text = text
  }

  get isHcl(): boolean {
    return this.language === 'hcl' || this.language === 'terraform'
  }

  /** The references to zones and regions, in order. */
  get references(): readonly ZoneReference[] {
    return (this.#references ??= zonesIn(this.blocks, this.language))
  }

  get hasZones(): boolean {
    return this.references.some(isZone)
  }

  /** Its documents as nested blocks. */
  get blocks(): readonly Block[] {
    return (this.#blocks ??= readBlocks(this.text, this.language))
  }

  rangeOf({ start, end }: Pick<ZoneReference, 'start' | 'end'>): vscode.Range {
    return new vscode.Range(this.#positionAt(start), this.#positionAt(end))
  }

  #positionAt(offset: number): vscode.Position {
    const lines = (this.#lines ??= linesOf(this.text))
    const line = lastBefore(lines, offset + 1)
    return new vscode.Position(line, offset - (lines[line]?.start ?? 0))
  }
}

function linesOf(text: string): OffsetRange[] {
  const ends = text.matchAll(/\r\n|\r|\n/g)
  const starts = Array.from(ends, ({ index, 0: end }) => index + end.length)
  return [0, ...starts].map((start) => ({ start, end: start }))
}

const files = new WeakMap<vscode.TextDocument, { version: number; file: CodeFile }>()

/** Returns a document as it is now; undefined if it isn’t code. */
export function fileOf(document: vscode.TextDocument): CodeFile | undefined {
  const { uri, version, languageId, fileName } = document
  const language = languageOf(languageId, fileName)
  if (language === undefined) return undefined
  const kept = files.get(document)
  if (kept?.version === version && kept.file.language === language) return kept.file
  const file = new CodeFile(uri, language, document.getText())
  files.set(document, { version, file })
  return file
}

/** Reads a file, open or not; undefined if it isn’t code, `unread` if it is too long or can’t be read. */
export async function readCodeFile(uri: vscode.Uri): Promise<CodeFile | 'unread' | undefined> {
  const document = openDocument(uri)
  if (document) return fileOf(document)
  const language = languageOf('plaintext', uri.path)
  const text = language && (await readTextFile(uri))
  if (!language) return undefined
  return text === undefined ? 'unread' : new CodeFile(uri, language, text)
}

/** Reads a text file; undefined if it is too long or can’t be read. */
async function readTextFile(uri: vscode.Uri): Promise<string | undefined> {
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

/** Returns the open document of a file. */
export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString()
  return vscode.workspace.textDocuments.find((one) => one.uri.toString() === key)
}

/** Returns whether a reference is the value of a zone. */
export function isZone({ kind, value }: ZoneReference): boolean {
  return kind === 'zone' && value !== ''
}

function languageOf(languageId: string, fileName: string): BlockLanguage | undefined {
  const format = documentFormat(languageId, fileName)
  if (format === 'plain') return undefined
  const isTerraform = /^(?:terraform|opentofu|tfvars)/.test(languageId)
  const isNamedSo = /\.(?:tf|tfvars|tofu)$/i.test(fileName)
  return format === 'hcl' && (isTerraform || isNamedSo) ? 'terraform' : format
}
