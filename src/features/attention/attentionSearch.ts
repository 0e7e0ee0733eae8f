import * as vscode from 'vscode'
import { ApiError } from '../../api/errors.ts'
import type { Machine } from '../../api/lookupSchemas.ts'
import { zoneProvider } from '../../api/providers.ts'
import { isAvailable } from '../../api/zoneState.ts'
import type { Connection } from '../../connections/connection.ts'
import { accountTitle } from '../../inventory/accounts.ts'
import { labelOf, poolsOf, refOf, type KnownPool } from '../../inventory/configs.ts'
import { refusesAll } from '../../inventory/fetchAll.ts'
import { machinePoolKey, type MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import { toArguments } from '../../inventory/places.ts'
import { poolCounts } from '../../inventory/poolFacts.ts'
import {
  searchPools,
  trackedClusters,
  type FoundPools,
  type OpenedCluster,
} from '../../inventory/poolSearch.ts'
import { regionKey } from '../../inventory/refs.ts'
import { comparesZones, zoneSpread } from '../../inventory/zoneSpread.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, providerText, visible } from '../../texts.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { machinePoolArguments } from '../../ui/machinePoolArguments.ts'
import { notShownText } from '../../ui/notShownTexts.ts'
import { zoneProviders } from '../../ui/prompts/askProvider.ts'
import { foundPage, type ItemPage } from '../../ui/prompts/itemSource.ts'
import type { Choice } from '../../ui/prompts/quickInput.ts'
import { healthyText, poolAppearance } from '../machinePools/poolAppearance.ts'

/** The arguments that reveal an item in its view. */
export type Reveal = object

/** A search for what needs attention over a connection. */
export class AttentionSearch {
  readonly #connection: Connection
  readonly #parts: Parts
  /** By {@link machinePoolKey}. */
  readonly #uncheckedPools = new Set<string>()
  /** With the error of each, by key. */
  readonly #uncheckedRegions = new Map<string, ApiError>()
  /** The arguments of the items found, as JSON. */
  readonly #found = new Set<string>()
  #reason: ApiError | undefined
  /** The error that every further request would have. */
  #refusal: ApiError | undefined

  constructor(connection: Connection, parts: Parts) {
    this.#connection = connection
    this.#parts = parts
  }

  /** Returns the deletions that should have ended, or whose outcome is unknown. */
  deletions(): Choice<Reveal>[] {
    const { deletions, poolDeleter } = this.#parts
    return deletions.pendingOver([this.#connection]).flatMap(({ pool }) => {
      const state = poolDeleter.deletionState(pool)
      if (state?.kind !== 'overdue' && state?.kind !== 'unknown') return []
      const { facts: _, ...place } = pool
      const { text } = poolAppearance({ ...place, isPinned: false, isTracked: true }, state)
      return [this.#poolChoice(pool, text)]
    })
  }

  /**
   * Loads cluster after cluster, listed or pinned, with what belongs to it, and yields what needs attention. If every
   * request fails, the next page checks the same cluster again.
   */
  async *pages(): AsyncGenerator<ItemPage<Choice<Reveal>>> {
    const connection = this.#connection
    const tracked = trackedClusters(connection, this.#parts)
    for await (const part of searchPools(this.#parts.clusters, connection, undefined, tracked)) {
      const page = async () => {
        const values = part.opened ? await this.#check(part.opened) : []
        return { ...foundPage(part, connection, values), ...this.#unchecked(part) }
      }
      let checked = await page()
      while (this.#refusal) {
        const problem = errorText(this.#refusal, connection)
        yield { ...checked, isInProgress: false, hasMore: true, problem }
        this.#refusal = undefined
        for (const [key, error] of this.#uncheckedRegions) {
          if (refusesAll(error)) this.#uncheckedRegions.delete(key)
        }
        checked = await page()
      }
      yield checked
    }
  }

  #fail(error: ApiError): void {
    this.#reason = error
    if (refusesAll(error)) this.#refusal = error
  }

  async #check(opened: OpenedCluster): Promise<Choice<Reveal>[]> {
    const ref = refOf(this.#connection, opened.cluster)
    const config = { ...ref, label: labelOf(ref, this.#parts) }
    const pools = poolsOf(config, this.#parts, opened).filter(({ facts }) => facts)
    const { poolSummaries } = opened.cluster
    const isUnhealthy = poolSummaries.some(({ size = 0, healthy = size }) => healthy < size)
    const mayBeUnhealthy =
      isUnhealthy ||
      poolSummaries.length === 0 ||
      poolSummaries.some(({ size, healthy }) => size === undefined || healthy === undefined)
    const checked = await Promise.all(pools.map((pool) => this.#checkPool(pool, mayBeUnhealthy)))
    const found = [...(await this.#checkZones(opened)), ...checked.flat()]
    const isUnchecked = (one: KnownPool) => this.#uncheckedPools.has(machinePoolKey(one))
    const isNamed = checked.flat().length > 0 || !pools.some(isUnchecked)
    const all = isUnhealthy && !isNamed ? [...found, this.#clusterChoice(opened)] : found
    const keyOf = ({ value }: Choice<Reveal>) => JSON.stringify(value)
    return all.filter((one) => !this.#found.has(keyOf(one)) && this.#found.add(keyOf(one)))
  }

  /** Checks the machines of a pool, unless the list of clusters has told enough. */
  async #checkPool(pool: KnownPool, mayBeUnhealthy: boolean): Promise<Choice<Reveal>[]> {
    const { clusters, poolDeleter } = this.#parts
    const hasZones = pool.facts !== undefined && comparesZones(pool.provider, pool.facts)
    // Machines of a pool that is being deleted come to an end.
    if (poolDeleter.deletionState(pool) || !(mayBeUnhealthy || hasZones)) return []
    const result = await clusters.machineLists.getOrRetry(pool, 'batch')
    const key = machinePoolKey(pool)
    this.#uncheckedPools.delete(key)
    if ('error' in result) this.#fail(result.error)
    if ('error' in result || !result.value) {
      this.#uncheckedPools.add(key)
      return []
    }
    const { machines, count, isComplete } = result.value
    const spread = pool.facts && zoneSpread(pool.provider, pool.facts, result.value)
    if (!isComplete || (hasZones && count > 0 && !spread)) this.#uncheckedPools.add(key)
    const unhealthy = machines.filter(isUnhealthyMachine).length
    const outside = spread?.filter(({ isOutside }) => isOutside).map(({ zone }) => visible(zone))
    const text = joinDescription(
      unhealthy > 0 && vscode.l10n.t('Unhealthy machines: {0} of {1}', unhealthy, count),
      outside?.length
        ? vscode.l10n.t('Machines outside the configured zones: {0}', outside.join(', '))
        : undefined,
    )
    return text === '' ? [] : [this.#poolChoice(pool, text)]
  }

  /** Returns the zones of a cluster’s pools that aren’t available. */
  async #checkZones(opened: OpenedCluster): Promise<Choice<Reveal>[]> {
    const { tracked, clouds } = this.#parts
    const { cluster, region, cloudProject: project } = opened
    const names = new Set(opened.pools.flatMap(({ zones }) => zones))
    const provider = zoneProvider(refOf(this.#connection, cluster).provider)
    const cloudAccountUid = opened.cloudAccountUid ?? cluster.account?.uid
    if (names.size === 0 || !zoneProviders.includes(provider)) return []
    if (region === undefined || cloudAccountUid === undefined) return []
    const place = { connection: this.#connection, provider, cloudAccountUid, project, region }
    const key = regionKey(place)
    if (this.#uncheckedRegions.has(key)) return [] // hundreds of clusters may be in it
    const result = await clouds.zones.getOrRetry(place, 'batch')
    if ('error' in result) {
      this.#fail(result.error)
      this.#uncheckedRegions.set(key, result.error)
      return []
    }
    return result.value.flatMap(({ name, state, zoneId }): Choice<Reveal>[] => {
      if (state === undefined || isAvailable(state)) return []
      if (!names.has(name)) return []
      const account = visible(accountTitle(tracked, clouds, place))
      return [
        {
          label: visible(name),
          icon: 'warning',
          description: joinDescription(account, visible(region), zoneId && visible(zoneId)),
          detail: vscode.l10n.t('Zone with machine pools: {0}', visible(state)),
          value: { ...toArguments(place), zone: name },
        },
      ]
    })
  }

  #poolChoice(pool: MachinePoolRef, detail: string): Choice<Reveal> {
    const { machinePoolName, configLabel, configUid, project, provider } = pool
    const place = joinDescription(
      visible(configLabel ?? configUid),
      project && visible(project.name ?? project.uid),
      providerText(provider),
    )
    return {
      label: visible(machinePoolName),
      icon: 'warning',
      // VS Code cuts off what is behind a long name.
      ...(machinePoolName.length > 40
        ? { detail: joinDescription(detail, place) }
        : { description: place, detail }),
      value: machinePoolArguments(pool),
    }
  }

  /** Returns the item of a cluster with unhealthy nodes, in a pool that isn’t known. */
  #clusterChoice({ cluster, ...config }: OpenedCluster): Choice<Reveal> {
    const { connection, provider, configUid, project } = refOf(this.#connection, cluster)
    const { nodes } = poolCounts(cluster, config)
    return {
      label: visible(cluster.name),
      icon: 'warning',
      description: joinDescription(
        project && visible(project.name ?? project.uid),
        providerText(provider),
      ),
      ...(nodes && { detail: vscode.l10n.t('{0} healthy', healthyText(nodes)) }),
      value: {
        connection: connection.name,
        provider,
        configUid,
        configLabel: cluster.name,
        project,
      },
    }
  }

  /** Returns the message about what couldn’t be checked so far, if anything. */
  #unchecked({ unreadable, unreadablePools, reason = this.#reason }: FoundPools) {
    const pools = unreadablePools + this.#uncheckedPools.size
    const regions = this.#uncheckedRegions.size
    const titles = [
      unreadable > 0 && vscode.l10n.t('Clusters not checked: {0}', unreadable),
      pools > 0 && vscode.l10n.t('Machine pools not checked: {0}', pools),
      regions > 0 && vscode.l10n.t('Regions not checked: {0}', regions),
    ]
    const title = joinDescription(...titles)
    if (title === '') return {}
    const detail = reason ? errorText(reason, this.#connection) : notShownText
    return { omitted: { title, detail } }
  }
}

function isUnhealthyMachine({ health, state }: Machine): boolean {
  const isFailed = ['failed', 'unknown'].includes(state?.toLowerCase() ?? '')
  return isFailed || (health !== undefined && health.toLowerCase() !== 'healthy')
}
