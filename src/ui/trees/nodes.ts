import type { ThemeIcon } from 'vscode'
import type { ApiError } from '../../api/errors.ts'
import type { Machine } from '../../api/clusterSchemas.ts'
import type { Connection } from '../../connections/connection.ts'
import type { KnownAccount } from '../../cloud/accounts.ts'
import type { KnownConfig, KnownPool } from '../../clusters/configs.ts'
import type { Presence } from '../../pins/presence.ts'
import {
  withoutRegion,
  type CloudProjectRef,
  type RegionRef,
  type CloudConfigRef,
  type MachinePoolRef,
} from '../../model/refs.ts'
import type { KnownRegion } from '../../cloud/regions.ts'
import type { CapacityRefusal } from '../../cloud/capacityRefusals.ts'
import type { ZoneUse } from '../../cloud/zoneUse.ts'

// The rows of both trees. A row is plain data with a `kind`; the views define what rows of that kind look like and do
// (`RowKind`). Each row has its connection, so that a command acts on the row as it was shown, even if the user has
// switched to another connection meanwhile.

/** A row with a short label, if the rows beside it have long names that begin alike. */
interface ShortlyNamed {
  readonly shortName?: string | undefined
}

export interface AccountNode extends KnownAccount, ShortlyNamed {
  readonly kind: 'account'
}

/** A Google Cloud project of a cloud account; other clouds have no such projects. */
export interface CloudProjectNode extends CloudProjectRef {
  readonly kind: 'cloudProject'
  readonly project: string
  readonly name: string
  readonly presence: Presence
}

/** A cloud account whose provider has no regions. Its zones are directly below it. */
export interface RegionlessAccountNode extends KnownAccount, ShortlyNamed {
  readonly kind: 'regionlessAccount'
}

export interface RegionNode extends KnownRegion {
  readonly kind: 'region'
  /** True if machine pools in the region are cached. */
  readonly hasPools: boolean
}

/** A row whose children are zones. */
export type ZonesParentNode = RegionNode | RegionlessAccountNode

export interface ZoneNode {
  readonly kind: 'zone'
  readonly parent: ZonesParentNode
  /**
   * The zone’s index in the list of its region. The name isn’t enough, because a service may list two zones with the
   * same name.
   */
  readonly position: number
  readonly name: string
  readonly state?: string
  readonly zoneId?: string
  /** The number of machine pools and nodes in the zone, as far as they are loaded. */
  readonly use?: ZoneUse | undefined
  readonly refusal?: CapacityRefusal | undefined
}

/** The error because of which rows couldn’t be loaded, as a row in their place. */
export interface FailureNode {
  readonly kind: 'failure'
  readonly id: string
  readonly error: ApiError
  readonly connection: Connection
  /** If old rows are still shown below the error: when they were loaded, in epoch ms. */
  readonly lastLoadedAt?: number | undefined
  /** True if the request may have failed because it named no project, or the wrong one. */
  readonly lacksProject: boolean
  /** Repeats the failed request. */
  readonly retry: (connection: Connection) => void | Promise<void>
}

/** A project of the service. The view has rows of projects only if clusters are in several projects. */
export interface ProjectNode {
  readonly kind: 'project'
  readonly connection: Connection
  readonly uid: string
  readonly name: string
  /** The rows of the project’s clusters, as they were when this row was created. */
  readonly clusters: readonly CloudConfigNode[]
}

/** A cloud config. The row shows it as the cluster that it belongs to. */
export interface CloudConfigNode extends KnownConfig, ShortlyNamed {
  readonly kind: 'cloudConfig'
}

export type MachinePoolNode = KnownPool &
  ShortlyNamed & {
    readonly kind: 'machinePool'
    readonly machines?: number | undefined
    /** The number of machines in each zone, if known. */
    readonly countsByZone?: ReadonlyMap<string, number> | undefined
    /** True if these numbers differ by two or more. */
    readonly isUneven?: boolean
    /** True unless the service is known not to list the pool’s machines. */
    readonly mayListMachines: boolean
  }

/** A machine of a pool. The connection is that of the pool, in `parent`. */
export interface MachineNode extends Machine, ShortlyNamed {
  readonly kind: 'machine'
  readonly parent: MachinePoolNode
}

/** A row with a message: that a connection is invalid, that a list is empty, or that rows are being loaded. */
export interface NoteNode {
  readonly kind: 'note'
  readonly id: string
  readonly label: string
  readonly detail?: string
  readonly action?: 'editConnections' | 'setApiKey' | 'loadMore' | 'selectProject'
  /** The row’s icon. By default, it shows what a click does. */
  readonly icon?: ThemeIcon
}

/** An error or a note. Both trees have such rows. */
export type MessageNode = FailureNode | NoteNode

export type ZonesNode =
  AccountNode | RegionlessAccountNode | CloudProjectNode | RegionNode | ZoneNode | MessageNode

export type MachinePoolsNode =
  ProjectNode | CloudConfigNode | MachinePoolNode | MachineNode | MessageNode

export type TreeNode = ZonesNode | MachinePoolsNode

/** Returns whether a value, such as the argument of a command, is a row of one of these kinds. */
export function isNode<K extends TreeNode['kind']>(
  value: unknown,
  ...kinds: readonly K[]
): value is Extract<TreeNode, { readonly kind: K }> {
  return kinds.includes((value as { kind?: K } | null | undefined)?.kind as K)
}

/** Returns the region (or the account without regions) whose zones are below a row, or that a zone’s row belongs to. */
export function zonesRefOf(row: ZonesParentNode | ZoneNode): RegionRef {
  const parent = row.kind === 'zone' ? row.parent : row
  return parent.kind === 'region' ? parent : withoutRegion(parent)
}

/** Returns the ID of a row: a path below its connection. It is unique across all connections. */
export function nodeId(connection: Connection, ...path: (string | number)[]): string {
  return [connection.name, ...path].map((part) => encodePart(String(part))).join('/')
}

/** Encodes a part of an ID. JSON may contain half of a surrogate pair, for which `encodeURIComponent` throws. */
function encodePart(part: string): string {
  return part
    .split(/(\p{Surrogate})/u)
    .map((text, index) =>
      index % 2 ? `%u${text.charCodeAt(0).toString(16)}` : encodeURIComponent(text),
    )
    .join('')
}

export function configId({ connection, provider, configUid }: CloudConfigRef): string {
  return nodeId(connection, 'machinePools', provider, configUid)
}

export function poolId(pool: Omit<MachinePoolRef, 'facts'>): string {
  const { connection, provider, configUid, machinePoolName } = pool
  return nodeId(connection, 'machinePools', provider, configUid, machinePoolName)
}
