import * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import { withTimeout } from '../../api/deadline.ts'
import { settingIds } from '../../contributions.ts'
import { searchExcludes } from '../../ui/searchExcludes.ts'
import { readTextFile } from '../../ui/textFile.ts'
import { fits, findPools, mayHavePools, type PoolInCode, type SoughtPool } from './findPools.ts'
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

/** A search that is in progress. */
interface CodeSearch {
  /**
   * Ends the search, and returns the locations of a pool, the most certain first. Resolves at the latest when
   * {@link maxSearchMs} have passed since the search began, with what was found until then.
   */
  locationsOf(pool: SoughtPool): Promise<CodeLocation[]>
  stop(): void
}

/** The time that a dialog waits at most, in milliseconds. */
const maxSearchMs = 150
const maxFiles = 1000

/** The machine pools in a text, and where it is. */
interface PoolsOfText {
  readonly uri: vscode.Uri
  readonly text: string
  readonly pools: readonly PoolInCode[]
}

/**
 * Searches open documents and, if the setting allows it, the workspace’s Terraform files. Reads only while it
 * is in progress, and keeps nothing.
 */
export function searchCode(name: string): CodeSearch {
  const begun = clock.elapsed('deadline')
  const cancellation = new vscode.CancellationTokenSource()
  const isOver = () => cancellation.token.isCancellationRequested
  const texts: PoolsOfText[] = []
  const searching = (async () => {
    const open = openFiles()
    for (const document of open) {
      const text = document.getText()
      if (mayName(text, name)) texts.push({ uri: document.uri, text, pools: poolsIn(document) })
    }
    const isAllowed = vscode.workspace.getConfiguration().get(settingIds.searchWorkspace)
    if (isAllowed !== true) return
    const known = new Set(open.map(({ uri }) => uri.toString()))
    const glob = '**/*.{tf,tofu}'
    const { token } = cancellation
    const files = await vscode.workspace.findFiles(glob, searchExcludes(), maxFiles, token)
    for (const uri of files) {
      if (isOver()) return
      if (known.has(uri.toString())) continue
      const text = await readTextFile(uri)
      if (text !== undefined && mayName(text, name)) {
        texts.push({ uri, text, pools: findPools(text, 'hcl') })
      }
    }
  })().catch(() => undefined) // the dialog only has one line less
  const stop = () => cancellation.cancel()
  return {
    stop,
    locationsOf: async (sought) => {
      const left = Math.max(0, maxSearchMs - (clock.elapsed('deadline') - begun))
      await withTimeout(left, undefined, () => searching).catch(() => {})
      stop()
      return texts.flatMap((one) => locationsIn(one, sought)).sort(byCertainty)
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

function mayName(text: string, name: string): boolean {
  return text.includes(name) && mayHavePools(text)
}

function locationsIn({ uri, text, pools }: PoolsOfText, sought: SoughtPool): CodeLocation[] {
  const tool = toolOf(uri)
  const found = pools.flatMap((pool) => {
    const fit = fits(pool, sought)
    const isCreated = pool.root === 'resource' && !pool.isConditional
    // A data source creates nothing.
    return fit && pool.root !== 'data' ? [{ ...pool, isCertain: fit === 'certain', isCreated }] : []
  })
  let [line, end] = [1, 0] // a file may have thousands
  return found
    .sort((a, b) => a.start - b.start)
    .map(({ start, isCertain, isCreated }) => {
      line += text.slice(end, start).match(/\r\n|\r|\n/g)?.length ?? 0
      end = start
      return { uri, line, isCertain, tool: isCertain && isCreated ? tool : undefined }
    })
}

function toolOf({ path }: vscode.Uri): CodeLocation['tool'] {
  if (/\.tf$/i.test(path)) return 'Terraform'
  return /\.tofu$/i.test(path) ? 'OpenTofu' : undefined
}

function byCertainty(a: CodeLocation, b: CodeLocation): number {
  return rankOf(a) - rankOf(b)
}

function rankOf({ isCertain, tool }: CodeLocation): number {
  return tool ? 0 : isCertain ? 1 : 2
}
