import * as vscode from 'vscode'
import { commandIds, settingIds } from '../../contributions.ts'
import { documentFormat } from '../../formats/documentFormat.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, visible, withoutIcons } from '../../texts.ts'
import { dateText } from '../../ui/ageTexts.ts'
import { codeSelector } from '../../ui/codeSelector.ts'
import { machinePoolArguments } from '../../ui/machinePoolArguments.ts'
import { maxTextLength } from '../../ui/textFile.ts'
import { poolNode } from '../machinePools/poolRows.ts'
import { poolStatus } from '../machinePools/poolAppearance.ts'
import { findPools, mayHavePools, type PoolInCode } from './findPools.ts'
import { knownPools, type Candidate } from './knownPools.ts'

/** The sources of machine pools, which fire when lenses may have changed. */
type PoolParts = Pick<
  Parts,
  'connections' | 'apiKeys' | 'tracked' | 'deletions' | 'clusters' | 'deletionMonitor'
>

/** More clusters of one name have no lens. */
const maxShown = 3

/** Registers the code lenses of machine pools in files, which show only what is cached. */
export function registerPoolsInCode(parts: PoolParts): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>()
  const { connections, apiKeys, tracked, deletions, clusters, deletionMonitor } = parts
  const tell = () => changed.fire()
  const provideCodeLenses = (document: vscode.TextDocument): vscode.CodeLens[] => {
    const isOn = vscode.workspace.getConfiguration().get(settingIds.codeLens) !== false
    const { active } = connections
    if (!active || !isOn) return []
    const found = poolsIn(document)
    const known = knownPools(found, active, parts)
    const lines = found.map(({ block }) => document.positionAt(block).line)
    return known.flatMap((one, nth) => {
      const line = lines[nth] ?? 0
      // Lenses of several pools in a line are beside each other.
      const isAlone = lines[nth - 1] !== line && lines[nth + 1] !== line
      const commands = lensesOf(one, isAlone ? '' : (found[nth]?.pool ?? ''), parts)
      return commands.map((command) => {
        return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), command)
      })
    })
  }
  return vscode.Disposable.from(
    changed,
    ...[connections, apiKeys, tracked, deletions, clusters, deletionMonitor].map((one) =>
      one.onDidChange(tell),
    ),
    clusters.lists.onDidLoad(tell),
    clusters.configs.onDidLoad(tell),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settingIds.codeLens)) tell()
    }),
    vscode.languages.registerCodeLensProvider(codeSelector, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses,
    }),
  )
}

/** Returns the commands of a pool’s lenses: its cluster and state, and its details. Their titles begin with `name`. */
function lensesOf(
  candidates: readonly Candidate[],
  name: string,
  { clusters, deletionMonitor }: PoolParts,
): vscode.Command[] {
  const revealTitle = vscode.l10n.t('Reveal in View')
  const lens = (command: string, ref: Parameters<typeof machinePoolArguments>[0]) => {
    return (...texts: string[]): vscode.Command => {
      const title = withoutIcons(joinDescription(visible(name), ...texts))
      return { title, command, arguments: [machinePoolArguments(ref)] }
    }
  }
  return candidates.slice(0, maxShown).flatMap(({ config, ref, known, at }) => {
    const reveal = lens(commandIds.revealInView, ref)
    // With its project: there may be others of its name.
    const { name: projectName = config.project?.uid ?? '' } = config.project ?? {}
    const cluster = joinDescription(visible(config.name), visible(projectName))
    const age = at === undefined ? undefined : dateText(at, 'short')
    if (!known || age === undefined) return [reveal(cluster, revealTitle)]
    const node = poolNode(known, clusters)
    const status = poolStatus(node, deletionMonitor.stageOf(node)) || revealTitle
    // Not an age: a code lens isn’t updated as time passes.
    const updated = vscode.l10n.t('updated {0}', age)
    const details = lens(commandIds.showDetails, ref)
    return [reveal(cluster, status, updated), details(vscode.l10n.t('Show Details'))]
  })
}

const parsed = new WeakMap<vscode.TextDocument, { version: number; pools: readonly PoolInCode[] }>()

/** Returns the machine pools in a document, parsed once per version; none of a long one. */
export function poolsIn(document: vscode.TextDocument): readonly PoolInCode[] {
  const { version, languageId, fileName } = document
  const kept = parsed.get(document)
  if (kept?.version === version) return kept.pools
  const format = documentFormat(languageId, fileName)
  const text = document.getText()
  const mayBe = format !== 'plain' && text.length <= maxTextLength && mayHavePools(text)
  const pools = mayBe ? findPools(text, format) : []
  parsed.set(document, { version, pools })
  return pools
}
