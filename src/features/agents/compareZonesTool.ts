import * as v from 'valibot'
import * as vscode from 'vscode'
import { omittedFrom } from '../../api/omitted.ts'
import { compareZones, type Row, type Source } from '../comparison/table.ts'
import type { CloudProjectRef } from '../../inventory/refs.ts'
import { fetchAll } from '../../inventory/fetchAll.ts'
import type { Parts } from '../../parts.ts'
import { plain, visible } from '../../texts.ts'
import { findAccount, projectFor, zonesFailure, type NamedAccount } from './findAccount.ts'
import { requireConnectionByName } from './modelErrors.ts'
import { firstOf } from './modelJson.ts'
import { createTool, type Tool } from './tool.ts'

/** The tool’s input, as in package.json. */
export const CompareZonesInput = v.strictObject({
  provider: v.pipe(v.string(), v.toLowerCase()),
  cloudAccounts: v.pipe(v.array(v.string()), v.minLength(2), v.maxLength(10)),
  regions: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(10)),
  projects: v.optional(v.pipe(v.array(v.string()), v.maxLength(10))),
  connection: v.optional(v.string()),
})

/** A limit for the model’s context. Ten accounts in ten regions have fewer zones. */
const maxRows = 500
/** More than this have few reasons. */
const maxFailures = 20

/** Compares the zones of accounts and regions, listed again; zones with one zone ID are the same. */
export function createCompareZonesTool({ connections, tracked, clouds }: Parts): Tool {
  return createTool({
    schema: CompareZonesInput,
    prepare: ({ regions, cloudAccounts }) => ({
      invocationMessage: plain(
        vscode.l10n.t(
          'Comparing zones in {0} across {1} cloud accounts',
          regions.map(visible).join(', '),
          cloudAccounts.length,
        ),
      ),
    }),

    async run({ provider, cloudAccounts, regions, projects, connection: name }, signal) {
      const connection = requireConnectionByName(connections, name)
      const accounts: (NamedAccount & CloudProjectRef)[] = []
      for (const [index, one] of cloudAccounts.entries()) {
        const account = await findAccount(connection, provider, one, tracked, clouds)
        accounts.push({ ...account, project: projectFor(provider, projects?.[index]) })
      }
      const { sources, failures } = await readAll(accounts, regions, signal)
      const omitted = sources.reduce((sum, { zones }) => sum + omittedFrom(zones), 0)
      const rows = firstOf(compareZones(accounts.length, sources), maxRows)
      return {
        connection: connection.name,
        provider,
        // The zones of a row are in the order of these.
        cloudAccounts: accounts.map(({ name: title, cloudAccountUid: uid }) => ({
          name: title,
          uid,
        })),
        rows: rows.shown.map(asResult),
        ...(omitted > 0 && { zonesNotShown: omitted }),
        ...(rows.leftOut !== undefined && {
          rowsLeftOut: rows.leftOut,
          incomplete: 'For the other rows, compare fewer regions or cloud accounts.',
        }),
        failures: failures.slice(0, maxFailures),
        ...(failures.length > maxFailures && { failuresLeftOut: failures.length - maxFailures }),
      }
    },
  })

  /** Loads all zones. Errors become part of the result; rejects if everything fails. */
  async function readAll(
    accounts: readonly (NamedAccount & CloudProjectRef)[],
    regions: readonly string[],
    signal: AbortSignal,
  ) {
    const places = regions.flatMap((region) =>
      accounts.map((account, column) => ({ ...account, column, region })),
    )
    const { read, failed } = await fetchAll(
      places,
      (region, _, priority) => clouds.zones.refetch(region, signal, priority),
      signal,
    )
    const [first] = failed
    if (first && read.length === 0) throw zonesFailure(first.error, first.ref)
    const sources: Source[] = [
      ...read.map(({ ref, value: zones }) => ({ ...ref, zones })),
      ...failed.map(({ ref }) => ({ ...ref, zones: undefined })),
    ]
    const failures = failed.map(({ ref, error }) => ({
      cloudAccount: ref.name,
      region: ref.region,
      why: zonesFailure(error, ref).message,
    }))
    return { sources, failures }
  }
}

/** Converts a row, with its cells in the order of the accounts: zones, or why there are none. */
function asResult({ region, zoneId, cells, differences }: Row) {
  return {
    region,
    ...(zoneId !== undefined && { zoneId }),
    cells: cells.map(({ zones, empty }) => empty ?? zones),
    differences,
  }
}
