import * as vscode from 'vscode'
import { withTimeout } from '../../api/deadline.ts'
import { settingIds } from '../../contributions.ts'
import { searchExcludes } from '../../documents/workspaceFiles.ts'
import { codeFileOf, readCodeFile, type CodeFile } from '../../documents/codeFile.ts'
import { fits, type PoolInCode, type SoughtPool } from './findPools.ts'
import { poolsIn } from './poolsInCode.ts'

/** A location in a file that describes a machine pool. */
export interface CodeLocation {
  readonly uri: vscode.Uri
  /** The line of its name, from 1. */
  readonly line: number
  /** False if the file doesn’t tell the cluster, which then may be another one. */
  readonly isCertain: boolean
  /** Creates the pool again when the file is applied; undefined if that isn’t certain. */
  readonly tool: 'Terraform' | 'OpenTofu' | undefined
}

/** The time that a dialog waits at most, in milliseconds. */
const maxSearchMs = 150
const maxFiles = 1000

/**
 * Searches open documents and, if the setting allows it, the workspace’s Terraform files. Reads only while it
 * is in progress, and keeps nothing.
 */
export function searchCode(name: string) {
  const cancellation = new vscode.CancellationTokenSource()
  const { token } = cancellation
  const found: { file: CodeFile; pools: PoolInCode[] }[] = []
  const add = (file: CodeFile | undefined) => {
    if (file?.text.includes(name)) found.push({ file, pools: poolsIn(file) })
  }
  const search = async () => {
    const open = openFiles()
    for (const document of open) add(codeFileOf(document))
    const isAllowed = vscode.workspace.getConfiguration().get(settingIds.searchWorkspace)
    if (isAllowed !== true) return
    const known = new Set(open.map(({ uri }) => uri.toString()))
    const glob = '**/*.{tf,tofu}'
    for (const uri of await vscode.workspace.findFiles(glob, searchExcludes(), maxFiles, token)) {
      if (token.isCancellationRequested) return
      if (known.has(uri.toString())) continue
      const result = await readCodeFile(uri)
      if (result.kind === 'code') add(result.file)
    }
  }
  // Without it, the dialog only has one line less.
  const searching = withTimeout(maxSearchMs, undefined, search).catch(() => {})
  const stop = () => cancellation.cancel()
  return {
    stop,
    /**
     * Ends the search, and returns the locations of a pool, the most certain first. Resolves at the latest when
     * {@link maxSearchMs} have passed since the search began, with what was found until then.
     */
    locationsOf: async (sought: SoughtPool): Promise<CodeLocation[]> => {
      await searching
      stop()
      return found
        .flatMap(({ file, pools }) => locationsIn(file, pools, sought))
        .sort((a, b) => rankOf(a) - rankOf(b))
    },
  }
}

/** Returns the documents of files in tabs. Others, such as versions in Git, have a query. */
function openFiles(): vscode.TextDocument[] {
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input))
  const shown = new Set(
    inputs.map((input) => {
      const { uri, modified = uri } = (input ?? {}) as Record<string, vscode.Uri | undefined>
      return modified?.query === '' ? modified.toString() : undefined
    }),
  )
  return vscode.workspace.textDocuments.filter(({ uri }) => shown.has(uri.toString()))
}

function locationsIn(
  file: CodeFile,
  pools: readonly PoolInCode[],
  sought: SoughtPool,
): CodeLocation[] {
  const { uri } = file
  const tool = /\.tf$/i.test(uri.path) ? 'Terraform' : 'OpenTofu'
  return pools
    .toSorted((a, b) => a.start - b.start)
    .flatMap((pool) => {
      const fit = fits(pool, sought)
      if (!fit) return []
      const { line } = file.rangeOf({ start: pool.start, end: pool.start }).start
      const isCertain = fit === 'certain'
      const isCreated = isCertain && pool.isCreated && /\.(?:tf|tofu)$/i.test(uri.path)
      return { uri, line: line + 1, isCertain, tool: isCreated ? tool : undefined }
    })
}

/** The most certain are first. */
function rankOf({ isCertain, tool }: CodeLocation): number {
  return (isCertain ? 0 : 1) + (tool ? 0 : 1)
}
