import type { Drain } from './drain.ts'
import type { LookupName } from './routes.ts'
import type { Trap } from './traps.ts'

/**
 * Whether something is answered: false is 404 as for any unknown path, a number that status with an
 * error body, `unreadable` is 200 with HTML, as from a proxy. All but false still want a valid key.
 */
export type Offer = boolean | number | 'unreadable'

/** A number is the status of each; those not named are offered. */
export type Lookups = 'all' | 'none' | number | Partial<Record<LookupName, Offer>>

/** What may be changed while the sandbox runs. */
export interface Settings {
  /** All by default; `none` leaves the two documented operations. */
  lookups: Lookups
  /**
   * The documented zone operation by provider (docs/api.md, "List zones"), offered where not named.
   * With false a client must go to the provider's own path (docs/api.md, "Zones by
   * provider"); `zoneList` is the body that azure answers in the wild.
   */
  documentedZones: Record<string, Offer | 'zoneList'>
  /** Which answers to lookups are worse than usual. */
  traps: Trap[]
  /** `instant` by default. */
  drain: Drain
  /**
   * Whether what belongs to a project is refused without its ProjectUid (docs/api.md, "Projects"); off by
   * default. With `always` all is refused without one that isn't asked of the tenant anyway.
   */
  needsProject: boolean | 'always'
  /** The code for a project that is gone or forbidden; `ProjectNotFoundInTenant` by default. */
  projectRefusal: 'ProjectNotFoundInTenant' | 'ResourceNotFound'
  /**
   * Whether pages of any origin may ask (CORS): then preflights are answered and every answer says
   * so. Off by default, as with real services: a browser hides their answers from VS Code.
   */
  cors: boolean
}

export const defaultSettings: Settings = {
  lookups: 'all',
  documentedZones: { azure: 'zoneList' },
  traps: [],
  drain: 'instant',
  needsProject: false,
  projectRefusal: 'ProjectNotFoundInTenant',
  cors: false,
}
