import { zoneProvider } from '../api/providers.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'

/** A cloud account of a connection. */
export interface AccountRef {
  readonly connection: Connection
  readonly provider: string
  readonly cloudAccountUid: string
}

/** A project that a cloud account has in its cloud; only gcp has them. */
export interface CloudProjectRef extends AccountRef {
  readonly project?: string | undefined
}

/** A region as a cloud account of a connection sees it. */
export interface RegionRef extends CloudProjectRef {
  readonly region: string
}

/** A key for what was read of an account. */
export function accountKey({ connection, provider, cloudAccountUid }: AccountRef): string {
  return connectionKey(connection, provider, cloudAccountUid)
}

/** A key for what was read of an account, or of one of its projects. */
export function projectKey({
  connection,
  provider,
  cloudAccountUid,
  project,
}: CloudProjectRef): string {
  return connectionKey(connection, provider, cloudAccountUid, project)
}

/** A key for what was read of a region. */
export function regionKey(ref: RegionRef): string {
  const { connection, provider, cloudAccountUid, project, region } = ref
  return connectionKey(connection, provider, cloudAccountUid, project, region)
}

/** The same place under the provider whose accounts, regions, and zones it uses: `aws` for `eks`. */
export function ofZoneProvider<R extends AccountRef>(ref: R): R {
  return { ...ref, provider: zoneProvider(ref.provider) }
}
