import * as v from 'valibot'
import * as vscode from 'vscode'
import { compareZones, type Row, type Source } from '../compare/table.ts'
import type { Connection } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import type { Clouds } from '../inventory/clouds.ts'
import { sweep } from '../inventory/sweep.ts'
import type { Tracked } from '../inventory/tracked.ts'
import { plain, visible } from '../texts.ts'
import { accountNamed, type NamedAccount } from './accounts.ts'
import { connectionNamed, forModel } from './forModels.ts'
import { toolOf, type Tool } from './tool.ts'

/** What the tool takes; package.json has the same for models. */
export const CompareZonesInput = v.strictObject({
  provider: v.string(),
  cloudAccounts: v.pipe(v.array(v.string()), v.minLength(2), v.maxLength(10)),
  regions: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(10)),
  connection: v.optional(v.string()),
})

/** Compares what accounts see in regions, read anew: zones that share a zone id are the same. */
export function compareZonesTool(connections: Connections, tracked: Tracked, clouds: Clouds): Tool {
  return toolOf({
    schema: CompareZonesInput,
    prepare: ({ regions, cloudAccounts }) => ({
      invocationMessage: plain(
        vscode.l10n.t(
          'Comparing the zones of {0} in {1} cloud accounts',
          regions.map(visible).join(', '),
          cloudAccounts.length,
        ),
      ),
    }),

    async run({ provider, cloudAccounts, regions, connection: name }, signal) {
      const connection = connectionNamed(connections, name)
      const accounts: NamedAccount[] = []
      for (const one of cloudAccounts) {
        accounts.push(await accountNamed(connection, provider, one, tracked, clouds))
      }
      const { sources, failures } = await readAll(connection, accounts, regions, signal)
      return {
        connection: connection.name,
        provider,
        // The zones of a row stand in the order of these.
        cloudAccounts: accounts.map(({ name: title, cloudAccountUid: uid }) => ({
          name: title,
          uid,
        })),
        rows: compareZones(accounts.length, sources).map(asResult),
        failures,
      }
    },
  })

  /** What can be read is compared; what cannot is told beside it. Rejects where nothing can. */
  async function readAll(
    connection: Connection,
    accounts: readonly NamedAccount[],
    regions: readonly string[],
    signal: AbortSignal,
  ) {
    const places = regions.flatMap((region) =>
      accounts.map((account, column) => ({ ...account, column, region })),
    )
    const { read, failed } = await sweep(
      places,
      (place, ...how) => clouds.zones.getAnew(place, ...how),
      signal,
    )
    const [first] = failed
    if (first && read.length === 0) throw forModel(first.error, connection)
    const sources: Source[] = [
      ...read.map(({ ref, value: zones }) => ({ ...ref, zones })),
      ...failed.map(({ ref }) => ({ ...ref, zones: undefined })),
    ]
    const failures = failed.map(({ ref, error }) => ({
      cloudAccount: ref.name,
      region: ref.region,
      why: (forModel(error, connection) as Error).message,
    }))
    return { sources, failures }
  }
}

/** Its cells in the order of the accounts: the zones that an account has there, else why there are none. */
function asResult({ region, zoneId, cells, differences }: Row) {
  return {
    region,
    ...(zoneId !== undefined && { zoneId }),
    cells: cells.map(({ zones, empty }) => empty ?? zones),
    differences,
  }
}
