import * as vscode from 'vscode'
import { machinePoolProviders } from '../../api/providers.ts'
import {
  configKey,
  machinePoolIdentity,
  type CloudConfigRef,
  type MachinePoolRef,
} from '../../model/refs.ts'
import { askProvider } from '../../ui/prompts/askProvider.ts'
import { askText, type Choice, choose } from '../../ui/prompts/quickInput.ts'
import { checkSegment, typedSegment } from '../../ui/prompts/validation.ts'
import type { Connection } from '../../connections/connection.ts'
import {
  isPinnedOrDeleting,
  collectConfigs,
  collectPools,
  type KnownConfig,
  type KnownPool,
  type PoolSources,
} from '../../clusters/configs.ts'
import type { Names } from '../../model/names.ts'
import { valueOf } from '../../cache/results.ts'
import { searchPools, type FoundPools, type OpenedCluster } from '../../clusters/poolSearch.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, providerText, visible } from '../../texts.ts'
import { requireActiveConnection } from '../../ui/activeConnection.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { clustersSoFar, truncated, type Unshown } from '../../ui/listTexts.ts'
import { unshown, type ItemPage } from '../../ui/prompts/itemSource.ts'
import { presenceText } from '../../ui/trees/items.ts'
import { poolAppearance } from './poolAppearance.ts'

/** Prompts for a machine pool of the active connection: a pinned or listed one, or any other. Undefined if canceled. */
export async function askMachinePool(
  title: string,
  placeholder: string,
  parts: Parts,
): Promise<MachinePoolRef | undefined> {
  const connection = requireActiveConnection(parts.connections)
  const options = { title, placeholder, connection, sources: parts, canEnter: true }
  const answer = await askListedPool(options)
  if (answer === undefined || (answer !== 'none' && !('entered' in answer))) return answer
  return enterMachinePool(options, answer === 'none' ? '' : answer.entered)
}

/** Prompts for what a machine pool that isn’t listed is identified by; `entered` may be its name. */
async function enterMachinePool(
  { title, connection, sources }: ListedPoolOptions,
  entered: string,
): Promise<MachinePoolRef | undefined> {
  const pinned = sources.pins.configs(connection.name)
  const recent = pinned.map((one) => one.provider)
  const provider = await askProvider(title, recent, machinePoolProviders)
  if (provider === undefined) return undefined
  const config = await choose<{ uid: string; label?: string | undefined }>(title, {
    placeholder: vscode.l10n.t('Select a cloud config or enter its UID'),
    choices: pinned
      .filter((one) => one.provider === provider)
      .map(({ uid, name: label }) => ({
        label: label ?? uid,
        ...(label !== undefined && { description: uid }),
        uid,
        value: { uid, label: label ?? '' },
        group: vscode.l10n.t('recently used'),
      })),
    typed: typedSegment((uid) => ({ uid })),
  })
  if (!config) return undefined
  const label = config.label ?? (await askLabel(title))
  if (label === undefined) return undefined
  const machinePoolName = await askText(title, {
    prompt: vscode.l10n.t('Enter the name of the machine pool'),
    placeholder: vscode.l10n.t('Machine pool name'),
    value: entered,
    validate: checkSegment,
  })
  if (machinePoolName === undefined) return undefined
  const ofLabel = label === '' ? {} : { configLabel: label }
  return { connection, provider, configUid: config.uid, ...ofLabel, machinePoolName }
}

async function askLabel(title: string): Promise<string | undefined> {
  return askText(title, {
    prompt: vscode.l10n.t('Enter a label for the cloud config, such as the cluster name'),
    placeholder: vscode.l10n.t('Leave empty for no label'),
  })
}

type PoolChoice = Choice<MachinePoolRef>

/** The maximum length of a name with its place behind it: VS Code cuts off what is behind a longer one. */
const maxBesidePlace = 40

/** What was entered for a machine pool that isn’t listed. */
interface Entered {
  readonly entered: string
}

/** Options for {@link askListedPool}. */
interface ListedPoolOptions {
  title: string
  placeholder: string
  connection: Connection
  sources: PoolSources & Pick<Parts, 'deletionMonitor'>
  /** The first group: what needs attention, with what is wrong with it; empty if its state says it. */
  attention?: readonly { readonly pool: KnownPool; readonly why: string }[]
  /** True for a last item that enters a machine pool, and without hybrid pools, which can’t be entered. */
  canEnter?: boolean
}

/**
 * Prompts for a machine pool of a pinned or one of the first clusters; others load on demand. Resolves to what was
 * entered for one that isn’t listed, to `none` if there are no items, and to undefined if canceled.
 */
export async function askListedPool(
  options: ListedPoolOptions,
): Promise<MachinePoolRef | Entered | 'none' | undefined> {
  const { title, placeholder, connection, sources, attention = [], canEnter } = options
  const { pins, clusters, deletionMonitor } = sources
  const knownConfigs = () => collectConfigs(connection, sources).filter(isPinnedOrDeleting)
  const configs = knownConfigs()
  // What the view shows below these may not be listed.
  const loaded = configs.filter((config) => valueOf(clusters.configs.peek(config)))
  const shown = new Set(attention.map(({ pool }) => machinePoolIdentity(pool)))
  const first = attention.map(({ pool, why }) =>
    choiceOf({ ...pool, label: pool.configLabel }, pool, vscode.l10n.t('needs attention'), why),
  )
  const pinnedChoices = configs.flatMap(pinnedPools)
  const pinned = [...pinnedChoices, ...loaded.flatMap((one) => unpinnedPools(one))]
  return choose<MachinePoolRef | Entered | 'none'>(title, {
    placeholder,
    choices: [...first, ...pinned],
    more: async function* () {
      for await (const part of searchPools(connection, sources)) {
        const page = foundPage(part, connection, part.opened ? otherPools(part.opened) : [])
        yield part.isInProgress ? page : { ...page, renewed: renewedPins() }
      }
    },
    loadAll: vscode.l10n.t('Search All Clusters'),
    autoAccept: (all) => (first.length + pinned.length + all.length === 0 ? 'none' : undefined),
    ...(canEnter && {
      last: { label: vscode.l10n.t('Enter Manually…'), make: (entered) => ({ entered }) },
    }),
  })

  function pinnedPools(config: KnownConfig): PoolChoice[] {
    const known = collectPools(config, sources, valueOf(clusters.configs.peek(config)))
    const pools = pins.config(config)?.pins ?? []
    return pools
      .flatMap(({ name }) => known.find(({ machinePoolName }) => machinePoolName === name) ?? [])
      .filter((pool) => !shown.has(machinePoolIdentity(pool)))
      .map((pool) => {
        // Where the cluster isn’t listed, as in another project, nothing says whether the pool exists.
        const unlisted = [pool, config].find(({ presence }) => presence === 'unlisted')
        return choiceOf(config, pool, vscode.l10n.t('pinned'), unlisted && presenceText(unlisted))
      })
  }

  /** Returns the pinned pools as they are by now: their clusters may have been loaded since. */
  function renewedPins(): Map<PoolChoice, PoolChoice> {
    const now = knownConfigs().flatMap(pinnedPools)
    const byPool = new Map(now.map((choice) => [machinePoolIdentity(choice.value), choice]))
    return new Map(
      pinnedChoices.map((pin) => [pin, byPool.get(machinePoolIdentity(pin.value)) ?? pin] as const),
    )
  }

  function otherPools({ cloudConfig, ...config }: OpenedCluster): PoolChoice[] {
    const isShown = loaded.some((one) => configKey(one) === configKey(config))
    return isShown ? [] : unpinnedPools(config, cloudConfig)
  }

  function unpinnedPools(
    config: CloudConfigRef & Partial<Names>,
    read: Parameters<typeof collectPools>[2] = valueOf(clusters.configs.peek(config)),
  ): PoolChoice[] {
    const listed = collectPools(config, sources, read).filter((one) => one.facts ?? one.isHybrid)
    const group = vscode.l10n.t('listed by the service')
    return listed
      .filter(({ isHybrid, isPinned }) => !isPinned && !(canEnter && isHybrid))
      .filter((pool) => !shown.has(machinePoolIdentity(pool)))
      .map((pool) => choiceOf(config, pool, group))
  }

  /**
   * Returns the item for a pool, with its project if the connection has none: two clusters may have one name.
   */
  function choiceOf(
    { provider, configUid, project, label: configLabel }: CloudConfigRef & Partial<Names>,
    pool: KnownPool,
    group: string,
    why?: string | false,
  ): PoolChoice {
    const { machinePoolName } = pool
    const ofProject = connection.projectUid === undefined ? project : undefined
    const ofName = ofProject && (ofProject.name ?? ofProject.uid)
    const ofPool = { connection, provider, configUid, ...(project && { project }), configLabel }
    const value = { ...ofPool, machinePoolName }
    const { icon, text: facts } = poolAppearance(
      { ...pool, machines: valueOf(clusters.machineLists.peek(pool))?.count },
      deletionMonitor.stageOf(value),
    )
    const text = joinDescription(why, facts)
    const place = visible(joinDescription(configLabel ?? configUid, ofName, providerText(provider)))
    const isLong = machinePoolName.length > maxBesidePlace
    return {
      label: visible(machinePoolName),
      icon: why ? 'warning' : icon.id,
      ...(isLong ? { detail: joinDescription(place, text) } : { description: place, detail: text }),
      value,
      group,
    }
  }
}

/** Converts a part of a search for machine pools; `others` are further entries that can’t be shown. */
export function foundPage<T>(
  part: FoundPools,
  connection: Connection,
  values: readonly T[],
  others: Partial<Record<Unshown, number>> = {},
): ItemPage<T> {
  const { searched, total, unreadable, reason, unreadablePools, error, isTruncated } = part
  const counts = { ...others, clusters: unreadable, pools: unreadablePools + (others.pools ?? 0) }
  const notes = unshown(counts, reason && errorText(reason, connection))
  return {
    values,
    hasMore: part.hasMore,
    isInProgress: part.isInProgress,
    progress: clustersSoFar(searched, total),
    notes: isTruncated ? [...notes, truncated] : notes,
    ...(error && { problem: errorText(error, connection) }),
  }
}
