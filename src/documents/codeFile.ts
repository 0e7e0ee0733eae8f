import * as vscode from 'vscode'
import type { CodeFormat } from '../contributions.ts'
import { Computation, type Priority, type Steps } from '../steps.ts'
import { readBlocks } from '../syntax/readBlocks.ts'
import type { Block, TextContent } from '../syntax/blocks.ts'
import { codeFormatOf } from '../syntax/documentFormat.ts'
import { findReferences } from '../syntax/findReferences.ts'
import { mayNameZonesOrRegions } from '../syntax/zoneFilter.ts'
import { lastIndexBefore, type OffsetRange } from '../syntax/offsets.ts'
import { isCertainZone, type ZoneReference } from '../syntax/zoneReferences.ts'
import { readWithVscode, type ReadFile } from './readFile.ts'
import { maxAutomaticTextLength } from './workspaceFiles.ts'

/**
 * The number of words, signs, and brackets up to which a file is read: reading a million of them takes half a second. No
 * code that people write has as many in a megabyte.
 */
const maxTokens = 250_000

/**
 * A file of code that may name zones and machine pools. Its blocks and references are read by {@link load}, or at once
 * where that hasn’t been awaited.
 */
export class CodeFile {
  readonly uri: vscode.Uri
  readonly format: CodeFormat
  readonly text: string
  #mayNamePlaces: boolean | undefined
  readonly #content: Computation<TextContent>
  readonly #references: Computation<readonly ZoneReference[]>
  #lines: readonly OffsetRange[] | undefined

  constructor(uri: vscode.Uri, format: CodeFormat, text: string) {
    this.uri = uri
    this.format = format
    this.text = text
    this.#content = new Computation(readBlocks(text, format, maxTokens))
    this.#references = new Computation(findReferencesIn(this.#content, format))
  }

  /**
   * Reads the blocks and references in slices, so that a large file doesn’t block the extension host. Meanwhile, the
   * file’s document may change.
   */
  async load(priority?: Priority): Promise<void> {
    await this.#references.load(priority)
  }

  /** Reads only the blocks, in slices, and resolves to them. */
  async loadBlocks(): Promise<readonly Block[]> {
    return (await this.#content.load()).blocks
  }

  /** True if the file is short enough for features that run without being asked, such as checks while typing. */
  get isShort(): boolean {
    return this.text.length <= maxAutomaticTextLength
  }

  get isHcl(): boolean {
    return this.format === 'hcl' || this.format === 'terraform'
  }

  /** The references to zones and regions, in the order of the text. */
  get references(): readonly ZoneReference[] {
    return this.#references.result
  }

  get hasZones(): boolean {
    return this.references.some(isCertainZone)
  }

  /** True if the file names a zone or a region, so that there is something to check. Most others aren’t parsed. */
  get hasZonesOrRegions(): boolean {
    return this.mayNameZonesOrRegions && this.references.some(({ value }) => value !== '')
  }

  /** The documents of the file as nested blocks. Only YAML has several documents in a file. */
  get blocks(): readonly Block[] {
    return this.#content.result.blocks
  }

  /** True if the file may name zones or regions in a part that wasn’t read, because it has too many tokens. */
  get isCut(): boolean {
    return this.mayNameZonesOrRegions && !this.#content.result.isWhole
  }

  /** False if the text names no zones or regions. It is searched once: of most files in a folder, no more is read. */
  get mayNameZonesOrRegions(): boolean {
    return (this.#mayNamePlaces ??= mayNameZonesOrRegions(this.text))
  }

  rangeOf({ start, end }: OffsetRange): vscode.Range {
    return new vscode.Range(this.#positionAt(start), this.#positionAt(end))
  }

  #positionAt(offset: number): vscode.Position {
    const lines = (this.#lines ??= lineStarts(this.text))
    const line = lastIndexBefore(lines, offset + 1)
    return new vscode.Position(line, offset - (lines[line]?.start ?? 0))
  }
}

function* findReferencesIn(
  content: Computation<TextContent>,
  format: CodeFormat,
): Steps<ZoneReference[]> {
  const { blocks } = yield* content.run()
  return yield* findReferences(blocks, format)
}

/** Returns the start of each line as an empty range. VS Code also counts a single carriage return as a line break. */
function lineStarts(text: string): OffsetRange[] {
  const lineBreaks = text.matchAll(/\r\n|\r|\n/g)
  const starts = Array.from(lineBreaks, ({ index, 0: lineBreak }) => index + lineBreak.length)
  return [0, ...starts].map((start) => ({ start, end: start }))
}

/** The latest code file of each open document, so that its text is read only once for all features. */
const filesOfDocuments = new WeakMap<vscode.TextDocument, { version: number; file: CodeFile }>()

/**
 * Returns the code file of an open document for features that run without being asked; undefined if the document isn’t
 * code, or is too long. The text of a document that is too long isn’t read: VS Code would join millions of lines.
 */
export function shortCodeFileOf(document: vscode.TextDocument): CodeFile | undefined {
  // VS Code takes a position after the last line as the end of the document.
  const length = document.offsetAt(new vscode.Position(document.lineCount, 0))
  return length <= maxAutomaticTextLength ? codeFileOf(document) : undefined
}

/** Returns the code file of an open document’s current text; undefined if the document isn’t code. */
export function codeFileOf(document: vscode.TextDocument): CodeFile | undefined {
  const { uri, version, languageId, fileName } = document
  const format = codeFormatOf(languageId, fileName)
  if (format === undefined) return undefined
  const cached = filesOfDocuments.get(document)
  if (cached?.version === version && cached.file.format === format) return cached.file
  const file = new CodeFile(uri, format, document.getText())
  filesOfDocuments.set(document, { version, file })
  return file
}

/** The result of reading a file: `unreadable` if it is too long or can’t be opened. */
export type CodeFileResult =
  | { readonly kind: 'code'; readonly file: CodeFile }
  | { readonly kind: 'notCode' }
  | { readonly kind: 'unreadable' }

/** Reads a code file of up to 1 MB; if it is open, the text of its editor, with unsaved changes. */
export async function readCodeFile(
  uri: vscode.Uri,
  readFile: ReadFile = readWithVscode,
): Promise<CodeFileResult> {
  const document = findOpenDocument(uri)
  if (document) {
    const file = shortCodeFileOf(document)
    if (file) return { kind: 'code', file }
    const isCode = codeFormatOf(document.languageId, document.fileName) !== undefined
    return { kind: isCode ? 'unreadable' : 'notCode' }
  }
  const format = codeFormatOf('plaintext', uri.path)
  if (!format) return { kind: 'notCode' }
  const text = await readTextFile(uri, readFile)
  if (text === undefined) return { kind: 'unreadable' }
  return { kind: 'code', file: new CodeFile(uri, format, text) }
}

/** The number of files that are read at a time. Over a remote connection, each read waits for round trips. */
const maxConcurrentReads = 16

/**
 * Reads code files, several at a time, and waits for `visit` with the result of each. Reads no further file once
 * `isStopped` returns true. Rejects with the first error of `visit`.
 */
export async function readCodeFiles(
  uris: readonly vscode.Uri[],
  readFile: ReadFile,
  visit: (result: CodeFileResult) => void | Promise<void>,
  isStopped: () => boolean,
): Promise<void> {
  await visitConcurrently(uris, async (uri) => {
    if (!isStopped()) await visit(await readCodeFile(uri, readFile))
  })
}

/** Visits items that are read from files, several at a time, also items that are added to `items` meanwhile. */
export async function visitConcurrently<T>(
  items: Iterable<T>,
  visit: (item: T) => Promise<void>,
): Promise<void> {
  // All visitors take the next item from the same iterator.
  const remaining = items[Symbol.iterator]()
  const visitRemaining = async () => {
    for (let next = remaining.next(); !next.done; next = remaining.next()) await visit(next.value)
  }
  await Promise.all(Array.from({ length: maxConcurrentReads }, visitRemaining))
}

/** Reads a text file; undefined if it is too long or can’t be read. */
async function readTextFile(uri: vscode.Uri, readFile: ReadFile): Promise<string | undefined> {
  try {
    const bytes = await readFile(uri, maxAutomaticTextLength)
    return bytes && decode(bytes)
  } catch {
    return undefined
  }
}

/** Decodes a text by its byte order mark: PowerShell writes files in UTF-16. The mark isn’t part of the text. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder(detectEncoding(bytes)).decode(bytes)
}

function detectEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

export function findOpenDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString()
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === key)
}
