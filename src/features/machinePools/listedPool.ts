import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import {
  configsOf,
  poolsOf,
  refOf,
  type KnownConfig,
  type PoolSources,
} from '../../inventory/configs.ts'
import type { CloudConfigRef, MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import { namesOf, type Names } from '../../inventory/names.ts'
import type { OpenedCluster } from '../../inventory/poolSearch.ts'
import { joinDescription, visible } from '../../texts.ts'
import { poolSource } from '../../ui/prompts/itemSource.ts'
import { choose, type Choice } from '../../ui/prompts/quickInput.ts'

/** Options for {@link askListedPool}. */
interface ListedPoolOptions {
  title: string
  placeholder: string
  connection: Connection
  sources: PoolSources
  /** True for a last item that enters a machine pool. */
  canEnter?: boolean
  /** True to include hybrid pools. */
  withHybrid?: boolean
}

/**
 * Prompts for a pinned machine pool, or one of the first clusters; others load on demand. Resolves to `enter`
 * for one to be entered, to `none` if there are no items, and to undefined if canceled.
 */
export function askListedPool(
  options: ListedPoolOptions,
): Promise<MachinePoolRef | 'enter' | 'none' | undefined> {
  const { title, placeholder, connection, sources, canEnter, withHybrid } = options
  const { tracked, clusters } = sources
  const pinned = configsOf(connection, sources).flatMap(pinnedPools)
  return choose<MachinePoolRef | 'enter' | 'none'>(title, {
    placeholder,
    choices: pinned,
    more: poolSource(clusters, connection, otherPools),
    onDemand: {
      readOn: vscode.l10n.t('Search All Clusters'),
      stop: vscode.l10n.t('Stop Searching'),
    },
    autoAccept: ({ values, problem, isCut, omitted }) =>
      pinned.length + values.length === 0 && problem === undefined && !isCut && !omitted
        ? 'none'
        : undefined,
    ...(canEnter && { last: { label: vscode.l10n.t('Enter Manually…'), value: 'enter' } }),
  })

  function pinnedPools(config: KnownConfig): Choice<MachinePoolRef>[] {
    const pools = tracked.config(config)?.pools ?? []
    return pools.map(({ name }) => choiceOf(config, name, vscode.l10n.t('pinned')))
  }

  /** Returns the items for pools that aren’t pinned. */
  function otherPools({ cluster, ...opened }: OpenedCluster): Choice<MachinePoolRef>[] {
    const ref = refOf(connection, cluster)
    const config = { ...ref, ...namesOf(tracked.config(ref), cluster.name, cluster.configUid) }
    const listed = poolsOf(config, sources, opened).filter((one) => one.facts ?? one.isHybrid)
    const group = vscode.l10n.t('listed by the service')
    return listed
      .filter(({ isHybrid, mark }) => mark !== 'pinned' && (withHybrid || !isHybrid))
      .map(({ machinePoolName, isHybrid }) =>
        choiceOf(config, machinePoolName, group, isHybrid && vscode.l10n.t('hybrid pool')),
      )
  }
}

/**
 * Returns the item for a pool, with its project if the connection has none: two clusters may have one name.
 */
function choiceOf(
  { connection, provider, configUid, project, label: configLabel }: CloudConfigRef & Partial<Names>,
  machinePoolName: string,
  group: string,
  kind?: string,
): Choice<MachinePoolRef> {
  const ofProject = connection.projectUid === undefined ? project : undefined
  const ofName = ofProject && (ofProject.name ?? ofProject.uid)
  return {
    label: visible(machinePoolName),
    description: visible(joinDescription(configLabel ?? configUid, ofName, provider, kind)),
    value: {
      connection,
      provider,
      configUid,
      ...(project && { project }),
      configLabel,
      machinePoolName,
    },
    group,
  }
}
