import { ApiError, isUnsupported, saysPoolIsAbsent } from '../api/errors.ts'
import type { Machines } from '../api/lookups.ts'
import { AsyncCache, type RequestOptions } from '../cache/asyncCache.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import { shownValue } from '../cache/results.ts'
import type { Connection } from '../connections/connection.ts'
import {
  configKey,
  isSameConfig,
  poolKey,
  type CloudConfigRef,
  type MachinePoolRef,
} from '../model/refs.ts'

/** Requests the machines of a pool, for the project of its cluster. */
type RequestMachines = (pool: MachinePoolRef, options: RequestOptions) => Promise<Machines>

/**
 * The cache of the machines of pools. It has the pools whose rows were expanded. A cached value is undefined if the
 * service doesn’t support listing machines.
 */
export class MachineLists extends AsyncCache<MachinePoolRef, Machines | undefined> {
  readonly #capabilities: Capabilities
  readonly #request: RequestMachines

  constructor(capabilities: Capabilities, request: RequestMachines) {
    super(poolKey, (pool, options) => this.#requestIfSupported(pool, options))
    this.#capabilities = capabilities
    this.#request = request
  }

  /** Returns false if the service is known not to support listing the machines of pools. */
  isSupported(connection: Connection): boolean {
    return this.#capabilities.isSupported(connection, 'machines')
  }

  /**
   * Lists the machines of a pool, even if they are cached. Resolves to undefined if the service doesn’t support that,
   * or the request fails.
   */
  async loadAgain(pool: MachinePoolRef, options: RequestOptions): Promise<Machines | undefined> {
    try {
      return await this.#refreshShown(pool, () => this.#requestIfSupported(pool, options))
    } catch (error) {
      if (error instanceof ApiError) return undefined
      throw error
    }
  }

  /**
   * Lists the machines that are left of a pool that the service no longer lists, even if the lookup counts as
   * unsupported. Resolves to `absent` if the service answers that it doesn’t have the pool, and is known to accept the
   * key: it has done so after that, or for another request just before (`isKeyAccepted`). Resolves to `unsupported` if
   * it has never listed machines and refuses this list, too; to undefined if the request fails otherwise.
   */
  async loadLeft(
    pool: MachinePoolRef,
    options: RequestOptions,
    isKeyAccepted: boolean,
  ): Promise<Machines | 'absent' | 'unsupported' | undefined> {
    try {
      return await this.#refreshShown(pool, () => this.#request(pool, options))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const hasAcceptedKey = isKeyAccepted || error.isKeyAccepted === true
      if (hasAcceptedKey && saysPoolIsAbsent(error)) return 'absent'
      return this.#isUnsupportedBy(pool, error) ? 'unsupported' : undefined
    }
  }

  /**
   * Returns whether the view shows machines of a pool, or may be about to. They stay shown if they can’t be listed
   * again.
   */
  mayShowMachines(pool: MachinePoolRef): boolean {
    const result = this.peek(pool)
    return result === undefined || shownValue(result) !== undefined
  }

  /** Returns the other pools of a pool’s cluster whose machines were requested for the view, by name. */
  requestedSiblings(pool: MachinePoolRef): ReadonlyMap<string, MachinePoolRef> {
    const siblings = this.refs.filter(
      (ref) => isSameConfig(ref, pool) && ref.machinePoolName !== pool.machinePoolName,
    )
    return new Map(siblings.map((sibling) => [sibling.machinePoolName, sibling]))
  }

  /** Lets the machines of all pools of a cloud config be listed again when they are needed. */
  invalidateConfig(config: CloudConfigRef): void {
    const key = configKey(config)
    this.invalidate((pool) => configKey(pool) === key)
  }

  #requestIfSupported(pool: MachinePoolRef, options: RequestOptions) {
    return this.#capabilities.tryForItem(pool.connection, 'machines', poolKey(pool), () =>
      this.#request(pool, options),
    )
  }

  /**
   * Returns whether an error means that the service doesn’t support listing machines. A web page is a proxy’s, and says
   * nothing about the service. A 403 is about this pool and this key only.
   */
  #isUnsupportedBy({ connection }: MachinePoolRef, error: ApiError): boolean {
    if (!isUnsupported(error) || error.isPage) return false
    if (error.kind === 'invalidResponse' || error.kind === 'forbidden') return false
    return !this.#capabilities.hasWorkedAnywhere(connection, 'machines')
  }

  /**
   * Loads the machines of a pool, and updates the pool’s row if it shows machines. The reference of the row may differ
   * from the given reference: it may lack the project.
   */
  async #refreshShown<M extends Machines | undefined>(
    pool: MachinePoolRef,
    load: () => Promise<M>,
  ): Promise<Machines | undefined> {
    const shown = this.refs.find(
      (ref) => ref.machinePoolName === pool.machinePoolName && isSameConfig(ref, pool),
    )
    return shown ? this.refreshWith(shown, load) : load()
  }
}
