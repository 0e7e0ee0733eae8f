import type { ThemeIcon } from 'vscode'
import type { ApiError } from '../../api/errors.ts'
import type { Machine } from '../../api/clusterSchemas.ts'
import type { Connection } from '../../connections/connection.ts'
import type { KnownAccount } from '../../cloud/accounts.ts'
import type { KnownConfig, KnownPool } from '../../clusters/configs.ts'
import type { Presence } from '../../pins/presence.ts'
import { withoutRegion, type CloudProjectRef, type RegionRef } from '../../model/refs.ts'
import type { KnownRegion } from '../../cloud/regions.ts'
import type { Refusal } from '../../cloud/refusals.ts'
import type { ZoneUse } from '../../cloud/zoneUse.ts'

// The rows of both trees: plain data, discriminated by `kind`, to which the views add behavior (`RowKind`). Each has its
// own connection, so that a command acts on what was shown, even after the active connection has changed.

export interface AccountNode extends KnownAccount {
  readonly kind: 'account'
}

/** A cloud account’s project in its cloud. */
export interface CloudProjectNode extends CloudProjectRef {
  readonly kind: 'cloudProject'
  readonly project: string
  readonly name: string
  readonly presence: Presence
}

/** A cloud account whose provider has no regions: its zones are directly below it. */
export interface RegionlessAccountNode extends KnownAccount {
  readonly kind: 'regionlessAccount'
}

export interface RegionNode extends KnownRegion {
  readonly kind: 'region'
}

/** A row that has zones below it. */
export type ZonesParentNode = RegionNode | RegionlessAccountNode

export interface ZoneNode {
  readonly kind: 'zone'
  readonly parent: ZonesParentNode
  /** The index in the list of zones, because a service may list two zones with one name. */
  readonly position: number
  readonly name: string
  readonly state?: string
  readonly zoneId?: string
  /** The machine pools and nodes in the zone, as far as loaded. */
  readonly use?: ZoneUse | undefined
  readonly refusal?: Refusal | undefined
}

/** An error, in place of what couldn’t be loaded. */
export interface FailureNode {
  readonly kind: 'failure'
  readonly id: string
  readonly error: ApiError
  readonly connection: Connection
  /** When the rows below the error were loaded, in epoch ms, if their refresh failed. */
  readonly lastLoadedAt?: number | undefined
  /** True if the request may have lacked a project, or had the wrong one. */
  readonly lacksProject: boolean
  /** Loads again what has failed. */
  readonly retry: (connection: Connection) => void | Promise<void>
}

/** A project of the service. There are rows of projects if clusters are in several. */
export interface ProjectNode {
  readonly kind: 'project'
  readonly connection: Connection
  readonly uid: string
  readonly name: string
}

/** A cloud config, shown as its cluster. */
export interface CloudConfigNode extends KnownConfig {
  readonly kind: 'cloudConfig'
}

export type MachinePoolNode = KnownPool & {
  readonly kind: 'machinePool'
  readonly machines?: number | undefined
  /** The numbers of machines by zone, if known. */
  readonly countsByZone?: ReadonlyMap<string, number> | undefined
  /** True if these numbers differ by two or more. */
  readonly isUneven?: boolean
  /** True if its machines may be listed. */
  readonly mayListMachines: boolean
}

/** A machine of a pool, without its connection, which is the pool’s. */
export interface MachineNode extends Machine {
  readonly kind: 'machine'
  readonly parent: MachinePoolNode
}

/** A message: an invalid connection, an empty list, or loading. */
export interface NoteNode {
  readonly kind: 'note'
  readonly id: string
  readonly label: string
  readonly detail?: string
  readonly action?: 'editConnections' | 'setApiKey' | 'loadMore' | 'selectProject'
  /** The icon of the action by default. */
  readonly icon?: ThemeIcon
}

/** An error or a note, which both trees have. */
export type MessageNode = FailureNode | NoteNode

export type ZonesNode =
  AccountNode | RegionlessAccountNode | CloudProjectNode | RegionNode | ZoneNode | MessageNode

export type MachinePoolsNode =
  ProjectNode | CloudConfigNode | MachinePoolNode | MachineNode | MessageNode

export type TreeNode = ZonesNode | MachinePoolsNode

/** Returns whether a value, such as the argument of a command, is a row of one of the kinds. */
export function isNode<K extends TreeNode['kind']>(
  value: unknown,
  ...kinds: readonly K[]
): value is Extract<TreeNode, { readonly kind: K }> {
  return kinds.includes((value as { kind?: K } | null | undefined)?.kind as K)
}

/** Returns the reference to the list of zones below a row, or to the list that a zone is in. */
export function zonesRefOf(row: ZonesParentNode | ZoneNode): RegionRef {
  const parent = row.kind === 'zone' ? row.parent : row
  return parent.kind === 'region' ? parent : withoutRegion(parent)
}

/** Returns the ID of a row, unique across all connections: its path below a connection. */
export function nodeId(connection: Connection, ...path: (string | number)[]): string {
  return [connection.name, ...path].map((part) => encodePart(String(part))).join('/')
}

/** Encodes a part of an id. A lone surrogate, which JSON may contain, can’t be UTF-8 encoded. */
function encodePart(part: string): string {
  return part
    .split(/(\p{Surrogate})/u)
    .map((text, index) =>
      index % 2 ? `%u${text.charCodeAt(0).toString(16)}` : encodeURIComponent(text),
    )
    .join('')
}
