import { zoneProvider } from '../api/providers.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'

export interface AccountRef {
  readonly connection: Connection
  readonly provider: string
  readonly cloudAccountUid: string
}

/** A project of a cloud account in its cloud; only gcp has them. */
export interface CloudProjectRef extends AccountRef {
  readonly project?: string | undefined
}

/** A region of a cloud account. */
export interface RegionRef extends CloudProjectRef {
  readonly region: string
}

/** Returns a cache key for an account. */
export function accountKey({ connection, provider, cloudAccountUid }: AccountRef): string {
  return connectionKey(connection, provider, cloudAccountUid)
}

/** Returns a cache key for an account or one of its projects. */
export function projectKey({
  connection,
  provider,
  cloudAccountUid,
  project,
}: CloudProjectRef): string {
  return connectionKey(connection, provider, cloudAccountUid, project)
}

/** Returns a cache key for a region. */
export function regionKey(ref: RegionRef): string {
  const { connection, provider, cloudAccountUid, project, region } = ref
  return connectionKey(connection, provider, cloudAccountUid, project, region)
}

/** Returns the reference with the provider whose accounts, regions, and zones it uses: `aws` for `eks`. */
export function ofZoneProvider<R extends AccountRef>(ref: R): R {
  return { ...ref, provider: zoneProvider(ref.provider) }
}
