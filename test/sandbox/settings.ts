import type { Drain } from './drain.ts'
import type { LookupName } from './routes.ts'
import type { Trap } from './traps.ts'

/**
 * Whether an operation is supported: false is 404 as for any unknown path, a number is that status with
 * an error body, `unreadable` is 200 with HTML, as from a proxy. All but false still need a valid key.
 */
export type LookupSupport = boolean | number | 'unreadable'

/** A number is the status of all lookups; lookups that are not named are supported. */
export type SupportedLookups = 'all' | 'none' | number | Partial<Record<LookupName, LookupSupport>>

/** The settings that may be changed while the sandbox runs. */
export interface Settings {
  /** `all` by default; with `none`, only the two documented operations are supported. */
  lookups: SupportedLookups
  /**
   * Whether the documented zone operation (docs/api.md, "List zones") is supported, by provider; true
   * if absent. With false, a client must use the provider’s path (docs/api.md, "Zones by provider").
   * `zoneList` is the body that live services send for azure.
   */
  documentedZones: Record<string, LookupSupport | 'zoneList'>
  /** The maximum number of items on a page, whatever limit is requested. */
  maxPageSize: number
  /** How the responses of lookups deviate from the published shapes. */
  traps: Trap[]
  /** `instant` by default. */
  drain: Drain
  /**
   * Whether a deleted pool stays in its cloud config until its machines are gone. Off by default: it leaves the
   * cloud config with the response, while its machines still drain.
   */
  listsDrainingPools: boolean
  /**
   * Whether the resources of a project need its ProjectUid (docs/api.md, "Projects"). With `always`, all
   * operations need a ProjectUid, except those of the tenant.
   */
  needsProject: boolean | 'always'
  /**
   * The response to a wrong key: 401 `InvalidApiKey`, the default, or this status with `ResourceNotFound` and the key
   * in the message, as live services answer.
   */
  keyRefusal: 'InvalidApiKey' | 401 | 404
  /** The error code for a project that doesn’t exist or is forbidden. */
  projectRefusal: 'ProjectNotFoundInTenant' | 'ResourceNotFound'
  /** Whether the events of a cluster can be requested in an order; true by default. */
  ordersEvents: boolean
  /**
   * Whether pages of any origin may send requests (CORS). Off by default, as in live services: a
   * browser hides their responses from VS Code.
   */
  cors: boolean
}

export const defaultSettings: Settings = {
  lookups: 'all',
  documentedZones: { azure: 'zoneList' },
  maxPageSize: 50,
  traps: [],
  drain: 'instant',
  listsDrainingPools: false,
  needsProject: false,
  keyRefusal: 'InvalidApiKey',
  projectRefusal: 'ProjectNotFoundInTenant',
  ordersEvents: true,
  cors: false,
}
