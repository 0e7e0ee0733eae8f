import * as vscode from 'vscode'

/** Reads the bytes of a file; undefined if it has more than a number of bytes. Rejects if it can’t be read. */
export type ReadFile = (uri: vscode.Uri, maxLength: number) => Promise<Uint8Array | undefined>

/** Reads a file of the computer that the extension host runs on, as {@link ReadFile} does. */
export type ReadLocalFile = (path: string, maxLength: number) => Promise<Uint8Array | undefined>

/** Reads a file of any file system with VS Code’s file API, which has no limit: the size must be asked for first. */
export const readWithVscode: ReadFile = async (uri, maxLength) => {
  const { size, type } = await vscode.workspace.fs.stat(uri)
  // VS Code would wait for a program that writes to a named pipe.
  if ((type & vscode.FileType.File) === 0) throw vscode.FileSystemError.Unavailable(uri)
  return size > maxLength ? undefined : vscode.workspace.fs.readFile(uri)
}

/**
 * Creates the function that reads many files: with `readLocalFile`, where it can, and else with VS Code’s file API,
 * which also reads the files of other file systems, and of hosts in the network that VS Code allows.
 */
export function createFileReader(readLocalFile: ReadLocalFile | undefined): ReadFile {
  if (!readLocalFile) return readWithVscode
  return async (uri, maxLength) => {
    if (uri.scheme !== 'file') return readWithVscode(uri, maxLength)
    try {
      return await readLocalFile(uri.fsPath, maxLength)
    } catch {
      return readWithVscode(uri, maxLength)
    }
  }
}
