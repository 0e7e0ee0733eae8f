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
import { visible } from '../../texts.ts'
import { listedPools } from '../../ui/prompts/listed.ts'
import { askChoice, type Answer, type Choice } from '../../ui/prompts/quickInput.ts'

/** What the prompt takes. */
export interface ListedPoolOptions {
  title: string
  placeholder: string
  connection: Connection
  sources: PoolSources
  /** Whether the last entry is to enter a machine pool. */
  canEnter?: boolean
  /** Whether hybrid pools are offered, too. */
  withHybrid?: boolean
}

/**
 * Asks for one of the machine pools that are tracked or in the first clusters; all others come on
 * demand. `enter` where one is to be entered, `none` where there is none to choose.
 */
export function askListedPool({
  title,
  placeholder,
  connection,
  sources,
  canEnter = false,
  withHybrid = false,
}: ListedPoolOptions): Promise<Answer<MachinePoolRef | 'enter' | 'none'>> {
  const { tracked, clusters } = sources
  const pinned = configsOf(connection, sources).flatMap(pinnedPools)
  return askChoice<MachinePoolRef | 'enter' | 'none'>(
    { title, step: 1, totalSteps: 1 },
    {
      placeholder,
      choices: pinned,
      more: listedPools(clusters, connection, otherPools),
      onDemand: {
        readOn: vscode.l10n.t('Search All Clusters'),
        stop: vscode.l10n.t('Stop Searching'),
      },
      settle: ({ values, problem, isCut, omitted }) =>
        pinned.length + values.length === 0 && problem === undefined && !isCut && !omitted
          ? 'none'
          : undefined,
      ...(canEnter && { last: { label: vscode.l10n.t('Enter Manually…'), value: 'enter' } }),
    },
  )

  function pinnedPools(config: KnownConfig): Choice<MachinePoolRef>[] {
    const pools = tracked.config(config)?.pools ?? []
    return pools.map(({ name }) => choiceOf(config, name, vscode.l10n.t('pinned')))
  }

  /** The pools of a cluster that are not pinned. */
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

/** With the project, unless the connection is that of one: two clusters may be called the same. */
function choiceOf(
  { connection, provider, configUid, project, label: configLabel }: CloudConfigRef & Partial<Names>,
  machinePoolName: string,
  group: string,
  kind?: string,
): Choice<MachinePoolRef> {
  const ofProject = connection.projectUid === undefined ? project : undefined
  const place = [
    configLabel ?? configUid,
    ofProject && (ofProject.name ?? ofProject.uid),
    provider,
    kind,
  ]
  return {
    label: visible(machinePoolName),
    description: visible(place.filter((part) => part !== undefined).join(' · ')),
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
