import * as vscode from 'vscode'
import { settingIds } from '../../contributions.ts'
import { documentFormat } from '../../formats/documentFormat.ts'
import { inSlices } from '../../formats/slices.ts'
import { codeSelector } from '../../ui/codeSelector.ts'
import { findPoolsSteps, mayHavePools, type PoolInCode } from './findPools.ts'
import type { Parts } from '../../parts.ts'
import { knownPools } from './knownPools.ts'
import { poolHover, poolLenses } from './poolTexts.ts'

/** The sources of machine pools, which fire when lenses may have changed. */
type PoolParts = Pick<
  Parts,
  'connections' | 'apiKeys' | 'tracked' | 'deletions' | 'clusters' | 'poolDeleter'
>

/** Registers the hovers and code lenses of machine pools in files, which show only what is cached. */
export function registerPoolsInCode(parts: PoolParts): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>()
  const { connections, apiKeys, tracked, deletions, clusters, poolDeleter } = parts
  const tell = () => changed.fire()
  return vscode.Disposable.from(
    changed,
    ...[connections, apiKeys, tracked, deletions, clusters, poolDeleter].map((one) =>
      one.onDidChange(tell),
    ),
    clusters.onDidBegin(tell),
    clusters.configs.onDidLoad(tell),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settingIds.codeLens)) tell()
    }),
    vscode.languages.registerCodeLensProvider(codeSelector, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: async (document, token) => {
        const { active } = connections
        const found = active && (await poolsIn(document, token))
        if (!found || found.length === 0) return []
        const known = knownPools(found, active, parts)
        const lines = found.map(({ block }) => document.positionAt(block).line)
        return found.flatMap(({ pool }, nth) => {
          const line = lines[nth]!
          const range = new vscode.Range(line, 0, line, 0)
          // Lenses of several pools in a line are beside each other.
          const isAlone = lines[nth - 1] !== line && lines[nth + 1] !== line
          return poolLenses(known[nth]!, isAlone ? '' : pool, parts).map(
            (command) => new vscode.CodeLens(range, command),
          )
        })
      },
    }),
    vscode.languages.registerHoverProvider(codeSelector, {
      provideHover: async (document, position, token) => {
        const { active } = connections
        const found = active && (await poolsIn(document, token))
        const offset = document.offsetAt(position)
        const pool = found && poolAt(found, document, offset)
        const [known] = active && pool ? knownPools([pool], active, parts) : []
        return pool && known && known.candidates.length > 0
          ? new vscode.Hover(poolHover(pool, known, parts))
          : undefined
      },
    }),
  )
}

/** The machine pools in a text, and where it is. */
export interface PoolsOfText {
  readonly uri: vscode.Uri
  readonly text: string
  readonly pools: readonly PoolInCode[]
}

/** Returns the pool whose name is at an offset, else the only one that begins in its line. */
function poolAt(
  found: readonly PoolInCode[],
  document: vscode.TextDocument,
  offset: number,
): PoolInCode | undefined {
  const named = found.find(({ start, end }) => start < end && start <= offset && offset <= end)
  if (named) return named
  const { line } = document.positionAt(offset)
  const [only, ...others] = found.filter(({ block }) => document.positionAt(block).line === line)
  return others.length === 0 ? only : undefined
}

const parsed = new WeakMap<vscode.TextDocument, { version: number; pools: readonly PoolInCode[] }>()

/** Like {@link poolsOf}; undefined also if hovers and code lenses are turned off. */
export async function poolsIn(
  document: vscode.TextDocument,
  token: vscode.CancellationToken,
): Promise<readonly PoolInCode[] | undefined> {
  if (vscode.workspace.getConfiguration().get(settingIds.codeLens) === false) {
    return undefined
  }
  return poolsOf(document, () => token.isCancellationRequested)
}

/** Returns the machine pools in a document, parsed once per version; undefined if canceled. */
export async function poolsOf(
  document: vscode.TextDocument,
  isCancelled: () => boolean,
): Promise<readonly PoolInCode[] | undefined> {
  const { version } = document
  const kept = parsed.get(document)
  if (kept?.version === version) return kept.pools
  const format = documentFormat(document.languageId, document.fileName)
  const text = document.getText()
  const pools =
    format === 'plain' || !mayHavePools(text)
      ? []
      : await inSlices(findPoolsSteps(text, format), isCancelled)
  if (pools && document.version === version) parsed.set(document, { version, pools })
  return pools
}
