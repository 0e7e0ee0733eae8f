import * as vscode from 'vscode'
import type { ApiError } from '../../api/errors.ts'
import type { Connection } from '../../connections/connection.ts'
import { commandIds, viewIds } from '../../contributions.ts'
import {
  formatPools,
  poolFormats,
  type PoolFormat,
  type PoolRecord,
} from '../../formats/poolFormats.ts'
import type { KnownPool } from '../../inventory/configs.ts'
import { autoscaling } from '../../inventory/poolFacts.ts'
import type { Parts } from '../../parts.ts'
import { joinSentences, truncated } from '../../texts.ts'
import { requireConnection } from '../../ui/activeConnection.ts'
import { recoveryActions, toCommandError } from '../../ui/commandErrors.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { showMessage, showStatus, tryAgain, type Action } from '../../ui/messages.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { choose } from '../../ui/prompts/quickInput.ts'
import { selectedItems } from '../../ui/selectedItems.ts'
import type { MachinePoolsNode } from '../../ui/trees/nodes.ts'
import {
  isPoolsRow,
  loadMachines,
  loadPools,
  type LoadedMachines,
  type LoadedPools,
  type PoolsRow,
} from './loadPools.ts'

const lastFormatKey = 'poolFormat'

/**
 * Copy Machine Pools As…, for rows, and Copy All Machine Pools As…: copies machine pools in a selected format;
 * the last used one is first. Loads what isn’t loaded, and tells what couldn’t be.
 */
export function copyPoolsAsCommands(parts: Parts) {
  const { connections, apiKeys, globalState } = parts
  return {
    [commandIds.copyPoolsAs]: async (node?: MachinePoolsNode, selected?: MachinePoolsNode[]) => {
      const rows = selectedItems(node, selected).filter(isPoolsRow)
      const [first] = rows
      if (first) await copy(first.connection, rows, againWith(commandIds.copyPoolsAs, first, rows))
    },
    [commandIds.copyAllPoolsAs]: async () => {
      const connection = requireConnection(connections)
      if (!(await ensureApiKey(connection, apiKeys))) return
      await copy(connection, undefined, againWith(commandIds.copyAllPoolsAs))
    },
  }

  async function copy(
    connection: Connection,
    rows: readonly PoolsRow[] | undefined,
    again: Action,
  ): Promise<void> {
    const loaded = await withProgress((signal, report) =>
      loadPools(connection, rows, parts, signal, report),
    )
    if (!loaded) return
    const { pools, error } = loaded
    if (pools.length === 0 && error) throw toCommandError(error, connection, again)
    if (pools.length === 0) {
      const none = vscode.l10n.t('There are no machine pools to copy.')
      showMessage('info', joinSentences(none, ...missingTexts(loaded, 0)))
      return
    }
    const format = await askFormat(pools.length)
    if (!format) return
    const needsMachines = format !== 'names'
    const read = needsMachines
      ? await withProgress((signal, report) => loadMachines(pools, parts.clusters, signal, report))
      : noMachines
    if (!read) return
    const records = pools.map((pool) => recordOf(pool, read))
    await globalState.update(lastFormatKey, () => format)
    await vscode.env.clipboard.writeText(formatPools(records, format))
    const copied = vscode.l10n.t(
      'Machine pools copied: {0} ({1})',
      pools.length,
      formatTexts[format].label,
    )
    const isPartial = isIncomplete(loaded) || read.failed > 0
    if (!isPartial && !loaded.isPinnedOnly) {
      showStatus(copied)
      return
    }
    const firstError = error ?? read.error
    showMessage(
      isPartial ? 'warning' : 'info',
      joinSentences(
        isPartial ? vscode.l10n.t('{0}. The copy is incomplete.', copied) : `${copied}.`,
        ...missingTexts(loaded, read.failed),
        firstError ? errorText(firstError, connection) : '',
      ),
      [...(firstError ? recoveryActions(firstError, connection) : []), again],
    )
  }

  /** Prompts for a format; undefined if canceled. */
  async function askFormat(count: number): Promise<PoolFormat | undefined> {
    const last = globalState.get(lastFormatKey)
    const formats = [...poolFormats].sort((a, b) => Number(b === last) - Number(a === last))
    return choose<PoolFormat>(vscode.l10n.t('Copy Machine Pools As ({0})', count), {
      placeholder: vscode.l10n.t('Select a format'),
      choices: formats.map((value) => ({ ...formatTexts[value], value })),
    })
  }
}

const described = vscode.l10n.t('with nodes, zones, and health')

const formatTexts: Record<PoolFormat, { label: string; description: string }> = {
  names: { label: vscode.l10n.t('Names'), description: vscode.l10n.t('one per line') },
  csv: { label: 'CSV', description: described },
  markdown: { label: 'Markdown', description: described },
  json: { label: 'JSON', description: described },
  yaml: { label: 'YAML', description: described },
}

const noMachines: LoadedMachines = { machines: new Map(), failed: 0 }

/** Loads with the progress in the view; undefined if canceled. */
async function withProgress<T extends { readonly error?: ApiError | undefined }>(
  load: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
): Promise<T | undefined> {
  let isCanceled = false
  const run = async (signal: AbortSignal, report: (message: string) => void) => {
    const loaded = await load(signal, report)
    isCanceled = signal.aborted
    return loaded
  }
  const options = { viewId: viewIds.machinePools, hasMessage: true }
  const loaded = await withDelayedProgress(vscode.l10n.t('Listing machine pools'), run, options)
  return isCanceled ? undefined : loaded
}

function againWith(id: string, ...args: unknown[]): Action {
  return { title: tryAgain(), run: () => vscode.commands.executeCommand(id, ...args) }
}

function isIncomplete({ failedClusters, unreadablePools, isCut }: LoadedPools): boolean {
  return failedClusters > 0 || unreadablePools > 0 || isCut
}

/** Returns what a copy lacks, as sentences. */
function missingTexts(
  { failedClusters, unreadablePools, isCut, isPinnedOnly }: LoadedPools,
  failedMachines: number,
): string[] {
  return [
    isPinnedOnly
      ? vscode.l10n.t(
          'Only pinned clusters are included because the cluster list isn’t supported, or your API key has no access to it.',
        )
      : '',
    isCut ? truncated.detail : '',
    failedClusters > 0
      ? vscode.l10n.t('Clusters that couldn’t be loaded: {0}.', failedClusters)
      : '',
    unreadablePools > 0
      ? vscode.l10n.t('Machine pools that couldn’t be loaded: {0}.', unreadablePools)
      : '',
    failedMachines > 0
      ? vscode.l10n.t('Machine pools whose machines couldn’t be loaded: {0}.', failedMachines)
      : '',
  ]
}

/** Returns a machine pool as data. A service that doesn’t list machines reports no health. */
function recordOf(pool: KnownPool, { machines }: LoadedMachines): PoolRecord {
  const { machinePoolName: name, configLabel, configUid, provider, project, connection } = pool
  const { facts: own, isHybrid } = pool
  const scaled = own && autoscaling(own)
  const read = machines.get(pool)
  const healths = read?.isComplete ? read.machines.map(({ health }) => health) : [undefined]
  return {
    name,
    kind: isHybrid
      ? 'hybrid'
      : own?.isControlPlane
        ? 'control plane'
        : own?.isSystemPool
          ? 'system'
          : undefined,
    cluster: configLabel ?? configUid,
    project: project?.name ?? project?.uid ?? connection.projectUid,
    provider,
    cloudConfig: configUid,
    nodes: read?.count,
    healthy: healths.includes(undefined)
      ? undefined
      : healths.filter((health) => health?.toLowerCase() === 'healthy').length,
    size: scaled ? undefined : own?.size,
    min: scaled?.min,
    max: scaled?.max,
    zones: own && own.zones.length > 0 ? own.zones : undefined,
    type: own?.instanceType,
  }
}
