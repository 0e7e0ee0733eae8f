import * as vscode from 'vscode'
import type { CloudConfig } from '../../api/poolSchemas.ts'
import { valueOf } from '../../cache/results.ts'
import {
  collectPinnedConfigs,
  collectPools,
  type KnownConfig,
  type KnownPool,
  type PoolSources,
} from '../../clusters/configs.ts'
import { searchPools, type OpenedCluster } from '../../clusters/poolSearch.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Names } from '../../model/names.ts'
import {
  configKey,
  machinePoolIdentity,
  type CloudConfigRef,
  type MachinePoolRef,
} from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { runInSlices, type Steps } from '../../steps.ts'
import { joinDescription, providerText, displayText } from '../../displayTexts.ts'
import { type ItemPage, searchPage } from '../../ui/prompts/itemSource.ts'
import { choose, type Choice } from '../../ui/prompts/quickInput.ts'
import { presenceText } from '../../ui/trees/items.ts'
import { poolAppearance } from './poolAppearance.ts'

/**
 * The answer to the prompt for a machine pool: a pool, the name that was typed for a pool that isn’t listed, or that
 * there are no pools.
 */
export type PoolAnswer =
  | { readonly kind: 'pool'; readonly pool: MachinePoolRef }
  | { readonly kind: 'enterManually'; readonly text: string }
  | { readonly kind: 'noPools' }

/**
 * A machine pool that needs attention, with the reason. The reason is empty if the text of the pool’s state says it.
 */
export interface PoolAttention {
  readonly pool: KnownPool
  readonly reason: string
}

/** Options for {@link askListedPool}. */
export interface ListedPoolOptions {
  readonly title: string
  readonly connection: Connection
  readonly sources: PoolSources & Pick<Parts, 'deletionMonitor'>
  /** The pools in the first group of the list. */
  readonly attention?: readonly PoolAttention[]
  /**
   * True to offer, as the last item, to enter a pool that isn’t listed. Hybrid pools, which can be neither deleted nor
   * pinned, are then left out.
   */
  readonly canEnter?: boolean
}

/** The options of the prompt, and what the groups of its choices share. */
interface ChoiceContext extends ListedPoolOptions {
  /** Returns whether a pool is in the first group. The other groups leave it out. */
  readonly needsAttention: (pool: KnownPool) => boolean
}

type PoolChoice = Choice<PoolAnswer & { readonly kind: 'pool' }>

/**
 * The maximum length of a pool’s name that has its cluster after it on the same line. VS Code would cut off the
 * cluster after a longer name.
 */
const maxNameLength = 40

/**
 * Prompts for a machine pool. Lists the pools of pinned clusters and of the first listed ones; the pools of other
 * clusters load on demand. Undefined if canceled.
 */
export async function askListedPool(options: ListedPoolOptions): Promise<PoolAnswer | undefined> {
  const { title, connection, sources, attention = [], canEnter } = options
  const attentionPools = new Set(attention.map(({ pool }) => machinePoolIdentity(pool)))
  const needsAttention = (pool: KnownPool) =>
    attentionPools.size > 0 && attentionPools.has(machinePoolIdentity(pool))
  const context = { ...options, needsAttention }
  const configs = collectPinnedConfigs(connection, sources)
  // The list of clusters may lack pinned clusters, whose pools the view shows.
  const loadedConfigs = configs.filter((config) => loadedConfig(config, sources))
  const choices = [
    ...attentionChoices(options),
    ...configs.flatMap((config) => pinnedChoices(config, context)),
    ...loadedConfigs.flatMap((config) =>
      unpinnedChoices(config, loadedConfig(config, sources), context),
    ),
  ]
  const shownConfigs = new Set(loadedConfigs.map(configKey))
  return choose<PoolAnswer>(title, {
    placeholder: vscode.l10n.t('Search by machine pool, cluster, project, or provider'),
    choices,
    more: () => searchPages(shownConfigs, context),
    loadAll: vscode.l10n.t('Search All Clusters'),
    autoAccept: (loaded) =>
      choices.length + loaded.length === 0 ? { kind: 'noPools' } : undefined,
    lastChoice: canEnter
      ? {
          label: vscode.l10n.t('Enter Manually…'),
          make: (text) => ({ kind: 'enterManually', text }),
        }
      : undefined,
  })
}

/** Searches the pools of the clusters that aren’t pinned. */
async function* searchPages(
  shownConfigs: ReadonlySet<string>,
  context: ChoiceContext,
): AsyncGenerator<ItemPage<Choice<PoolAnswer>>> {
  const { connection, sources } = context
  for await (const found of searchPools(connection, sources)) {
    const opened = found.opened.filter((config) => !shownConfigs.has(configKey(config)))
    const choices = await runInSlices(unpinnedChoicesInSteps(opened, context))
    yield searchPage(found, connection, choices)
  }
}

/** Makes the choices for the pools of clusters: thousands of clusters may be loaded already. */
function* unpinnedChoicesInSteps(
  opened: readonly OpenedCluster[],
  context: ChoiceContext,
): Steps<PoolChoice[]> {
  const choices: PoolChoice[] = []
  for (const config of opened) {
    for (const choice of unpinnedChoices(config, config.cloudConfig, context)) choices.push(choice)
    yield
  }
  return choices
}

/** Returns a cluster’s cached cloud config, which has its machine pools. */
function loadedConfig(
  config: CloudConfigRef,
  { clusters }: Pick<PoolSources, 'clusters'>,
): CloudConfig | undefined {
  return valueOf(clusters.configs.peek(config))
}

function attentionChoices(options: ListedPoolOptions): PoolChoice[] {
  const { attention = [] } = options
  const group = vscode.l10n.t('needs attention')
  return attention.map(({ pool, reason }) => {
    const config = { ...pool, label: pool.configLabel }
    return createChoices(config, options)(pool, group, reason)
  })
}

/** Returns the choices for the pinned pools of a cluster. */
function pinnedChoices(config: KnownConfig, context: ChoiceContext): PoolChoice[] {
  const { sources, needsAttention } = context
  const known = collectPools(config, sources, loadedConfig(config, sources))
  const knownByName = new Map(known.map((pool) => [pool.machinePoolName, pool]))
  const group = vscode.l10n.t('pinned')
  const createChoice = createChoices(config, context)
  const choices: PoolChoice[] = []
  for (const { name } of sources.pins.config(config)?.pins ?? []) {
    const pool = knownByName.get(name)
    if (!pool || needsAttention(pool)) continue
    // If the service doesn’t list the cluster, for example because it is in another project, it is unknown whether the
    // pool exists.
    const unlisted = [pool, config].find(({ presence }) => presence === 'unlisted')
    const reason = unlisted && presenceText(unlisted)
    choices.push(createChoice(pool, group, reason))
  }
  return choices
}

/** Returns the choices for the listed pools of a cluster that aren’t pinned. */
function unpinnedChoices(
  config: KnownConfig,
  loaded: CloudConfig | undefined,
  context: ChoiceContext,
): PoolChoice[] {
  const { sources, needsAttention, canEnter } = context
  const group = vscode.l10n.t('listed by the service')
  const pools = collectPools(config, sources, loaded).filter((pool) => {
    const isSelectable = pool.facts !== undefined || (pool.isHybrid && !canEnter)
    return isSelectable && !pool.isPinned && !needsAttention(pool)
  })
  const createChoice = createChoices(config, context)
  return pools.map((pool) => createChoice(pool, group))
}

/**
 * Returns a function that creates the choices for the pools of a cluster. A choice shows the cluster’s project if the
 * connection has no project, because two projects may have clusters with the same name.
 */
function createChoices(
  config: CloudConfigRef & Partial<Names>,
  { connection, sources }: ListedPoolOptions,
): (pool: KnownPool, group: string, reason?: string) => PoolChoice {
  const { provider, configUid, project, label: configLabel } = config
  const { clusters, deletionMonitor } = sources
  const projectName = connection.projectUid === undefined && (project?.name ?? project?.uid)
  const clusterNames = [configLabel ?? configUid, projectName, providerText(provider)]
  const cluster = displayText(joinDescription(...clusterNames))
  return (pool, group, reason) => {
    const { machinePoolName } = pool
    const ref = { connection, provider, configUid, project, configLabel, machinePoolName }
    const { icon, text } = poolAppearance(
      { ...pool, machines: valueOf(clusters.machineLists.peek(pool))?.count },
      deletionMonitor.stageOf(ref),
    )
    const facts = joinDescription(reason, text)
    const choice = {
      label: displayText(machinePoolName),
      icon: reason ? 'warning' : icon.id,
      value: { kind: 'pool', pool: ref },
      group,
    } as const
    return machinePoolName.length > maxNameLength
      ? { ...choice, detail: joinDescription(cluster, facts) }
      : { ...choice, description: cluster, detail: facts }
  }
}
