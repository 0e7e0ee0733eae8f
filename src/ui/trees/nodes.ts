import type { ApiError } from '../../api/errors.ts'
import type { Cluster, MachinePool } from '../../api/lookupSchemas.ts'
import type { Connection } from '../../connections/connection.ts'
import type { CloudConfigRef, MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import type { PoolCounts } from '../../inventory/poolFacts.ts'
import type { AccountRef, CloudProjectRef, RegionRef } from '../../inventory/clouds.ts'

// What the trees hold: plain data, told apart by `kind`. Each carries its own connection, so that a
// command acts on what was shown, whatever has become the active connection since.

/** A cloud account. */
export interface AccountNode extends AccountRef {
  readonly kind: 'account'
  /** The user's own label, else the service's name now or when it was last used, else the uid. */
  readonly name: string
  /** An open word of the service's. */
  readonly state?: string | undefined
  readonly isTracked: boolean
  readonly mark?: Mark
}

/**
 * What a tracked thing is beside what the service lists: pinned, or not listed although the list is
 * complete and the thing itself could not be read. Where the service lists nothing, everything is
 * tracked and there is nothing to tell apart.
 */
export type Mark = 'pinned' | 'unlisted' | undefined

/** A project that an account has in its cloud. */
export interface CloudProjectNode extends CloudProjectRef {
  readonly kind: 'cloudProject'
  readonly project: string
  readonly name: string
  readonly mark?: Mark
}

/** A region of a cloud account. */
export interface RegionNode extends RegionRef {
  readonly kind: 'region'
  readonly displayName?: string | undefined
  /** False where the account has to opt in to it first. */
  readonly isOptedIn: boolean
  readonly isTracked: boolean
  readonly mark?: Mark
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
export interface CloudConfigNode extends CloudConfigRef {
  readonly kind: 'cloudConfig'
  /** The user's own label, else the cluster's name now or when it was last used. */
  readonly label?: string | undefined
  /** What the service lists of its cluster. */
  readonly cluster?: Cluster
  /** How many machine pools it has, as far as that is known. */
  readonly counts?: PoolCounts
  readonly isTracked: boolean
  readonly mark?: Mark
}

/** A machine pool. */
export interface MachinePoolNode extends MachinePoolRef {
  readonly kind: 'machinePool'
  /** What the service tells of it. */
  readonly facts?: MachinePool
  /** How many machines it has, once they were counted. */
  readonly machines?: number | undefined
  /** Whether its nodes are outside the cloud: it can't be deleted here. */
  readonly isHybrid?: true
  readonly isTracked: boolean
  readonly mark?: Mark
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
