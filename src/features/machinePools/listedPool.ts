import * as vscode from 'vscode'
import type { Cluster } from '../../api/lookupSchemas.ts'
import { isOfConfig, providerOfCloudType } from '../../api/providers.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Clusters } from '../../inventory/clusters.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import type { OpenedCluster } from '../../inventory/poolSearch.ts'
import type { Tracked, TrackedConfig, TrackedPool } from '../../inventory/tracked.ts'
import { titleOf, visible } from '../../texts.ts'
import { listedPools } from '../../ui/prompts/listed.ts'
import { askChoice, type Answer, type Choice } from '../../ui/prompts/quickInput.ts'

/** What the prompt takes. */
export interface ListedPoolOptions {
  title: string
  placeholder: string
  connection: Connection
  tracked: Tracked
  clusters: Clusters
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
  tracked,
  clusters,
  canEnter = false,
  withHybrid = false,
}: ListedPoolOptions): Promise<Answer<MachinePoolRef | 'enter' | 'none'>> {
  const configs = tracked.configs(connection.name)
  const read = clusters.peek(connection)?.clusters ?? []
  const choices = configs
    .flatMap(trackedPools)
    .toSorted((a, b) => Number(b.group === pinned()) - Number(a.group === pinned()))
  return askChoice<MachinePoolRef | 'enter' | 'none'>(
    { title, step: 1, totalSteps: 1 },
    {
      placeholder,
      choices,
      more: listedPools(clusters, connection, otherPools),
      onDemand: {
        readOn: vscode.l10n.t('Search All Clusters of the Service'),
        stop: vscode.l10n.t('Stop Searching'),
      },
      settle: ({ values, problem, isCut, omitted }) =>
        choices.length + values.length === 0 && problem === undefined && !isCut && !omitted
          ? 'none'
          : undefined,
      ...(canEnter && { last: { label: vscode.l10n.t('Enter manually…'), value: 'enter' } }),
    },
  )

  function trackedPools(config: TrackedConfig): Choice<MachinePoolRef>[] {
    const cluster = read.find(isOf(config))
    const { provider, uid: configUid } = config
    const configLabel = titleOf(config, cluster?.name)
    const project = cluster?.project && { project: cluster.project }
    const ref = { connection, provider, configUid, ...project, configLabel }
    return config.pools.map((pool) =>
      choiceOf({ ...ref, machinePoolName: pool.name }, groupOf(pool), cluster),
    )
  }

  /** The pools of a cluster that are not tracked. */
  function otherPools({ cluster, ...opened }: OpenedCluster): Choice<MachinePoolRef>[] {
    const own = configs.find((config) => isOf(config)(cluster))
    const { configUid, cloudType, name } = cluster
    const project = cluster.project && { project: cluster.project }
    const provider = providerOfCloudType(cloudType)
    const configLabel = titleOf(own, name)
    const ref = { connection, provider, configUid, ...project, configLabel }
    const names = opened.pools.map(({ name: one }) => one)
    const hybrid = withHybrid ? opened.hybridPools.filter((one) => !names.includes(one)) : []
    const isTracked = (one: string) => own?.pools.some((pool) => pool.name === one)
    return [...names, ...new Set(hybrid)]
      .filter((one) => !isTracked(one))
      .map((machinePoolName) =>
        choiceOf(
          { ...ref, machinePoolName },
          groupOf(),
          cluster,
          names.includes(machinePoolName) ? undefined : vscode.l10n.t('hybrid pool'),
        ),
      )
  }
}

function isOf({ provider, uid }: TrackedConfig): (cluster: Cluster) => boolean {
  return (cluster) => isOfConfig(cluster, { provider, configUid: uid })
}

function groupOf(tracked?: TrackedPool): string {
  return tracked ? pinned() : vscode.l10n.t('all machine pools')
}

function pinned(): string {
  return vscode.l10n.t('pinned')
}

/** With the project, unless the connection is that of one: two clusters may be called the same. */
function choiceOf(
  pool: MachinePoolRef,
  group: string,
  cluster?: Cluster,
  kind?: string,
): Choice<MachinePoolRef> {
  const { connection, provider, configUid, configLabel = configUid, machinePoolName } = pool
  const project = connection.projectUid === undefined ? cluster?.project : undefined
  const place = [configLabel, project && (project.name ?? project.uid), provider, kind]
  return {
    label: visible(machinePoolName),
    description: visible(place.filter((part) => part !== undefined).join(' · ')),
    value: pool,
    group,
  }
}
