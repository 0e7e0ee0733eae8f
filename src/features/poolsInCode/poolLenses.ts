import * as vscode from 'vscode'
import { codeSelector, commandIds, settingIds } from '../../contributions.ts'
import { shortCodeFileOf } from '../../documents/codeFile.ts'
import type { MachinePoolRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, displayText, escapeIcons } from '../../displayTexts.ts'
import { dateText } from '../../ui/ageTexts.ts'
import { machinePoolArguments } from '../../ui/arguments.ts'
import { memoize } from '../../cache/memoize.ts'
import { poolStatus } from '../machinePools/poolAppearance.ts'
import { poolNode } from '../machinePools/poolRows.ts'
import { findCachedPools, type PoolCandidate } from './cachedPools.ts'
import { poolsInFile } from './findPools.ts'

/** The maximum number of clusters of the same name for which lenses are shown at a pool. */
const maxCandidates = 3

/** Registers the code lenses of machine pools in files, which show only what is cached. */
export function registerPoolLenses(parts: Parts): void {
  const { connections, apiKeys, pins, deletions, clusters, deletionMonitor } = parts
  const lenses = new PoolLenses(parts)
  const refresh = () => lenses.refresh()
  const sources = [connections, apiKeys, pins, deletions, clusters, deletionMonitor]
  parts.context.subscriptions.push(
    lenses,
    ...sources.map((source) => source.onDidChange(refresh)),
    clusters.lists.onDidLoad(refresh),
    clusters.configs.onDidLoad(refresh),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settingIds.codeLens)) refresh()
    }),
    vscode.languages.registerCodeLensProvider(codeSelector, lenses),
  )
}

/** A lens whose command is created when the lens is visible: a file may have thousands of pools. */
class PoolLens extends vscode.CodeLens {
  readonly createCommand: () => vscode.Command

  constructor(range: vscode.Range, createCommand: () => vscode.Command) {
    super(range)
    this.createCommand = createCommand
  }
}

/** Shows the cluster and the state of each machine pool in a document. */
class PoolLenses implements vscode.CodeLensProvider<PoolLens> {
  readonly #parts: Parts
  readonly #changed = new vscode.EventEmitter<void>()
  readonly onDidChangeCodeLenses = this.#changed.event

  constructor(parts: Parts) {
    this.#parts = parts
  }

  dispose(): void {
    this.#changed.dispose()
  }

  /** Has VS Code request the lenses again. */
  refresh(): void {
    this.#changed.fire()
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<PoolLens[]> {
    const isEnabled = vscode.workspace.getConfiguration().get(settingIds.codeLens) !== false
    const { active } = this.#parts.connections
    const file = shortCodeFileOf(document)
    if (!active || !isEnabled || !file) return []
    const pools = await poolsInFile(file)
    const candidates = findCachedPools(pools, active, this.#parts, maxCandidates)
    // Most pools share the time of their cluster, and each new format of a date takes over a tenth of a millisecond.
    const formatDate = memoize((at: number) => dateText(at, 'short'))
    const lines = pools.map(({ block }) => file.rangeOf({ start: block, end: block }).start.line)
    return pools.flatMap(({ pool }, index) => {
      const line = lines[index] ?? 0
      const range = new vscode.Range(line, 0, line, 0)
      // VS Code shows all lenses of a line beside each other. If several pools are in a line, their
      // lenses begin with names.
      const isAlone = lines[index - 1] !== line && lines[index + 1] !== line
      const name = isAlone ? '' : pool
      return (candidates[index] ?? []).flatMap((candidate) => {
        const lens = new PoolLens(range, () => this.#createMainCommand(candidate, name, formatDate))
        if (!candidate.cached) return [lens]
        return [lens, new PoolLens(range, () => createDetailsCommand(candidate, name))]
      })
    })
  }

  /** Adds the command. VS Code calls this with the visible lenses that {@link provideCodeLenses} has returned. */
  resolveCodeLens(lens: PoolLens): PoolLens {
    lens.command = lens.createCommand()
    return lens
  }

  /** Creates the command of the lens that shows the cluster and the state of a pool, after `name`. */
  #createMainCommand(
    { config, ref, cached }: PoolCandidate,
    name: string,
    formatDate: (at: number) => string,
  ): vscode.Command {
    const reveal = vscode.l10n.t('Reveal in View')
    // The project is shown, too, because other projects may have clusters of the same name.
    const project = config.project?.name ?? config.project?.uid ?? ''
    const cluster = joinDescription(displayText(config.name), displayText(project))
    if (!cached) {
      const notLoaded = vscode.l10n.t('Not loaded yet')
      return createPoolCommand(commandIds.revealInView, ref, name, cluster, notLoaded, reveal)
    }
    const { clusters, deletionMonitor } = this.#parts
    const node = poolNode(cached.pool, clusters)
    const status = poolStatus(node, deletionMonitor.stageOf(node)) || reveal
    // A date and not an age, because a code lens isn’t updated as time passes.
    const updated = vscode.l10n.t('updated {0}', formatDate(cached.at))
    return createPoolCommand(commandIds.revealInView, ref, name, cluster, status, updated)
  }
}

function createDetailsCommand({ ref }: PoolCandidate, name: string): vscode.Command {
  return createPoolCommand(commandIds.showDetails, ref, name, vscode.l10n.t('Show Details'))
}

function createPoolCommand(
  command: string,
  ref: MachinePoolRef,
  name: string,
  ...texts: string[]
): vscode.Command {
  const title = escapeIcons(joinDescription(displayText(name), ...texts))
  return { title, command, arguments: [machinePoolArguments(ref)] }
}
