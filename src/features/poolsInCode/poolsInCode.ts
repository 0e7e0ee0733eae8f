import * as vscode from 'vscode'
import { codeSelector, commandIds, settingIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, visible, withoutIcons } from '../../texts.ts'
import { dateText } from '../../ui/ageTexts.ts'
import { machinePoolArguments } from '../../ui/arguments.ts'
import { maxAutomaticTextLength } from '../../documents/workspaceFiles.ts'
import { poolNode } from '../machinePools/poolRows.ts'
import { poolStatus } from '../machinePools/poolAppearance.ts'
import { codeFileOf, type CodeFile } from '../../documents/codeFile.ts'
import { findPools, mayHavePools, type PoolInCode } from './findPools.ts'
import { knownPools } from './knownPools.ts'

/** More clusters of one name have no lens. */
const maxShown = 3

/** Registers the code lenses of machine pools in files, which show only what is cached. */
export function registerPoolsInCode(parts: Parts): vscode.Disposable {
  const { connections, apiKeys, pins, deletions, clusters, deletionMonitor } = parts
  const changed = new vscode.EventEmitter<void>()
  const tell = () => changed.fire()
  const provideCodeLenses = (document: vscode.TextDocument): vscode.CodeLens[] => {
    const isOn = vscode.workspace.getConfiguration().get(settingIds.codeLens) !== false
    const { active } = connections
    if (!active || !isOn) return []
    const found = poolsIn(codeFileOf(document))
    const known = knownPools(found, active, parts)
    const lines = found.map(({ block }) => document.positionAt(block).line)
    return known.flatMap((one, nth) => {
      const line = lines[nth] ?? 0
      // Lenses of several pools in a line are beside each other.
      const isAlone = lines[nth - 1] !== line && lines[nth + 1] !== line
      const commands = lensesOf(one, isAlone ? '' : (found[nth]?.pool ?? ''), parts)
      const range = new vscode.Range(line, 0, line, 0)
      return commands.map((command) => new vscode.CodeLens(range, command))
    })
  }
  return vscode.Disposable.from(
    changed,
    ...[connections, apiKeys, pins, deletions, clusters, deletionMonitor].map((one) =>
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
  candidates: ReturnType<typeof knownPools>[number],
  name: string,
  { clusters, deletionMonitor }: Parts,
): vscode.Command[] {
  return candidates.slice(0, maxShown).flatMap(({ config, ref, known, at }) => {
    const lens = (command: string, ...texts: string[]): vscode.Command => {
      const title = withoutIcons(joinDescription(visible(name), ...texts))
      return { title, command, arguments: [machinePoolArguments(ref)] }
    }
    const reveal = vscode.l10n.t('Reveal in View')
    // With its project: there may be others of its name.
    const { name: projectName = config.project?.uid ?? '' } = config.project ?? {}
    const cluster = joinDescription(visible(config.name), visible(projectName))
    const age = at === undefined ? undefined : dateText(at, 'short')
    if (!known || age === undefined) return [lens(commandIds.revealInView, cluster, reveal)]
    const node = poolNode(known, clusters)
    const status = poolStatus(node, deletionMonitor.stageOf(node)) || reveal
    // Not an age: a code lens isn’t updated as time passes.
    const updated = vscode.l10n.t('updated {0}', age)
    return [
      lens(commandIds.revealInView, cluster, status, updated),
      lens(commandIds.showDetails, vscode.l10n.t('Show Details')),
    ]
  })
}

/** Returns the machine pools in a file, as far as it is short enough to be read unasked. */
export function poolsIn(file: CodeFile | undefined): PoolInCode[] {
  const isRead = file && file.text.length <= maxAutomaticTextLength && mayHavePools(file.text)
  return isRead ? findPools(file.blocks, file.isHcl) : []
}
