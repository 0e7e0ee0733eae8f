import type * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import type { ApiKeys } from '../../connections/apiKeys.ts'
import type { Connection } from '../../connections/connection.ts'
import type { ZoneReference } from '../../formats/zoneReferences.ts'
import type { Clouds } from '../../inventory/clouds.ts'
import { fetchUnknown, refusesAll } from '../../inventory/fetchAll.ts'
import type { RegionRef } from '../../inventory/refs.ts'
import type { Result } from '../../inventory/results.ts'
import type { CheckedAccounts } from './checkedAccounts.ts'
import { loadCheckedRegions } from './checkedRegions.ts'
import type { KnownZones } from './knownZones.ts'
import { formOfRegion } from './regions.ts'

/** The maximum number of regions that are loaded for one file. */
const maxRegions = 50
/** The time after which a region that failed is requested again, in milliseconds. */
const retryAfterMs = 5 * 60_000

/**
 * Loads the zones that the editor shows, when they are first needed: those of the regions that a file names, each once,
 * for the account that is selected for zone checks. Without a selected account, nothing is requested.
 */
export class NeededZones {
  readonly #accounts: CheckedAccounts
  readonly #apiKeys: ApiKeys
  readonly #clouds: Clouds
  readonly #known: KnownZones

  constructor(accounts: CheckedAccounts, apiKeys: ApiKeys, clouds: Clouds, known: KnownZones) {
    this.#accounts = accounts
    this.#apiKeys = apiKeys
    this.#clouds = clouds
    this.#known = known
  }

  /** Loads the missing zones of the regions that references name. Failures are cached like zones. */
  async load(
    connection: Connection,
    references: readonly ZoneReference[],
    token: vscode.CancellationToken,
  ): Promise<void> {
    const account = this.#accounts.of(connection)
    if (!account || (await this.#apiKeys.get(connection)) === undefined) return
    const { zones, regions } = this.#clouds
    let isRefused = false
    const listRegions = async (of: typeof account) => {
      if (isDue(regions.peek(of))) regions.refresh(of)
      const result = await regions.get(of)
      isRefused = refuses(result)
      return result
    }
    const { named, isUnlisted } = await loadCheckedRegions(
      references,
      account,
      this.#known,
      listRegions,
      undefined,
    )
    // Each name that is being typed could be a region, and would be asked about.
    const isWhole = (region: string) =>
      !isUnlisted ||
      formOfRegion(region) !== undefined ||
      this.#known.regions(connection, account).has(region)
    const regionNames = named(references).filter(isWhole)
    const places: RegionRef[] = regionNames.map((region) => ({ ...account, region }))
    const needed = places.slice(0, maxRegions)
    for (const place of needed) if (isDue(zones.peek(place))) zones.refresh(place)
    const isStopped = isRefused || needed.some((place) => refuses(zones.peek(place)))
    if (isStopped || token.isCancellationRequested) return
    const controller = new AbortController()
    const subscription = token.onCancellationRequested(() => controller.abort())
    await fetchUnknown(needed, zones, controller.signal)
    subscription.dispose()
  }
}

/** Returns whether every other request would be refused, too. */
function refuses(result: Result<unknown> | undefined): boolean {
  return result !== undefined && 'error' in result && refusesAll(result.error)
}

function isDue(result: Result<unknown> | undefined): boolean {
  return result !== undefined && 'error' in result && clock.now() - result.at > retryAfterMs
}
