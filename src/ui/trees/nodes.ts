import type { ApiError } from '../../api/errors.ts'
import type { Connection } from '../../connections/connection.ts'
import type { KnownAccount } from '../../inventory/accounts.ts'
import type { KnownConfig, KnownPool } from '../../inventory/configs.ts'
import type { Mark } from '../../inventory/names.ts'
import type { CloudProjectRef } from '../../inventory/refs.ts'
import type { KnownRegion } from '../../inventory/regions.ts'

// What the trees hold: plain data, told apart by `kind`. Each carries its own connection, so that a
// command acts on what was shown, whatever has become the active connection since.

/** A cloud account. */
export interface AccountNode extends KnownAccount {
  readonly kind: 'account'
}

/** A project that an account has in its cloud. */
export interface CloudProjectNode extends CloudProjectRef {
  readonly kind: 'cloudProject'
  readonly project: string
  readonly name: string
  readonly mark?: Mark
}

/** A region of a cloud account. */
export interface RegionNode extends KnownRegion {
  readonly kind: 'region'
}

/** An availability zone. */
export interface ZoneNode {
  readonly kind: 'zone'
  readonly of: RegionNode
  /** Its place in the region's list: a service may name two zones alike. */
  readonly position: number
  readonly name: string
  readonly state?: string
  readonly zoneId?: string
}

/** What went wrong, in the place of what could not be shown. */
export interface FailureNode {
  readonly kind: 'failure'
  readonly id: string
  readonly error: ApiError
  readonly connection: Connection
  /** What is read again by Retry. */
  readonly retry:
    'accounts' | 'clusters' | AccountNode | CloudProjectNode | RegionNode | CloudConfigNode
}

/** A project, where clusters of several are listed. */
export interface ProjectNode {
  readonly kind: 'project'
  readonly connection: Connection
  readonly uid: string
  readonly name: string
}

/** A cloud config: the machine pools of a cluster. */
export interface CloudConfigNode extends KnownConfig {
  readonly kind: 'cloudConfig'
}

/** A machine pool. */
export interface MachinePoolNode extends KnownPool {
  readonly kind: 'machinePool'
  /** How many machines it has, once they were counted. */
  readonly machines?: number | undefined
}

/** A line that only tells: a broken connection, that there is nothing, or that more is on its way. */
export interface NoteNode {
  readonly kind: 'note'
  readonly id: string
  readonly label: string
  readonly detail?: string
  readonly action?: 'editConnections' | 'setApiKey' | 'loadMore'
  readonly isLoading?: true
}

/** What the Zones view holds. */
export type ZonesNode =
  AccountNode | CloudProjectNode | RegionNode | ZoneNode | FailureNode | NoteNode
/** What the Machine Pools view holds. */
export type MachinePoolsNode =
  ProjectNode | CloudConfigNode | MachinePoolNode | FailureNode | NoteNode

/** An id that no other node has, over all connections. */
export function nodeId(connection: Connection, ...path: (string | number)[]): string {
  return [connection.name, ...path].map((part) => encodePart(String(part))).join('/')
}

/** Half a character, which JSON can hold, has no code in UTF-8: it stands as the code that JS gives it. */
function encodePart(part: string): string {
  return part
    .split(/(\p{Surrogate})/u)
    .map((text, index) =>
      index % 2 ? `%u${text.charCodeAt(0).toString(16)}` : encodeURIComponent(text),
    )
    .join('')
}
