import * as v from 'valibot'
import * as vscode from 'vscode'
import { hasZones, underlyingProvider } from '../../api/providers.ts'
import { normalizeRegion, type AccountRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import { noZonesText } from '../../ui/prompts/validation.ts'
import { adviceFor, modelErrorText } from './modelErrors.ts'
import { firstOf, formatNames, modelJson } from './modelJson.ts'
import { findNamed } from '../../model/names.ts'
import { createTool } from './tool.ts'
import type { Connection } from '../../connections/connection.ts'
import { collectAccounts } from '../../cloud/accounts.ts'
import { toResult, valueOf, type Result } from '../../cache/results.ts'
import type { AccountList } from '../../cloud/clouds.ts'

/** The tool’s input, as in package.json. */
const ListZonesInput = v.strictObject({
  provider: v.pipe(v.string(), v.toLowerCase()),
  cloudAccount: v.string(),
  region: v.string(),
  project: v.optional(v.string()),
  connection: v.optional(v.string()),
})

/** Lists the zones of a region, always from the service; pins nothing. */
export function createListZonesTool(parts: Parts) {
  return createTool(parts.connections, {
    schema: ListZonesInput,
    progress: ({ region }) => vscode.l10n.t('Listing zones for {0}…', visible(region)),

    async run({ provider, cloudAccount, region, project: named }, connection, signal) {
      if (!hasZones(provider)) throw new Error(noZonesText(provider))
      const account = await findAccount(connection, provider, cloudAccount, parts)
      // Other clouds have none, whatever a model says.
      const project = underlyingProvider(provider) === 'gcp' && named !== '' ? named : undefined
      const place = normalizeRegion({ ...account, region, project })
      const result = await toResult(parts.clouds.zones.refresh(place, { signal }))
      if ('error' in result) {
        if (account.whyUid === undefined) throw result.error
        const failure = adviceFor(result.error, connection)
        throw new Error(`${failure} The cloud account was used as a UID because ${account.whyUid}`)
      }
      const { items, unreadable } = result.value
      const { shown, leftOut } = firstOf(items)
      return {
        provider,
        cloudAccount: { name: account.name, uid: account.cloudAccountUid },
        region: place.region || undefined,
        zones: shown,
        zonesNotShown: unreadable || undefined,
        zonesLeftOut: leftOut,
        incomplete: leftOut && 'The user can see the other zones in the Zones view of Poolkeeper.',
      }
    },
  })
}

/**
 * Finds a cloud account by name or UID. A cached list without it is loaded again. An unknown name is used as a UID if
 * the list is missing or incomplete, as it is without a project: accounts of projects are listed only in theirs
 * (docs/api.md, “Projects”). `whyUid` says so. Else throws with the known names.
 */
async function findAccount(
  connection: Connection,
  provider: string,
  wanted: string,
  { pins, clouds }: Parts,
): Promise<AccountRef & { readonly name: string; readonly whyUid?: string }> {
  const isCached = valueOf(clouds.accounts.peek(connection)) !== undefined
  const search = async (listing: Promise<Result<AccountList | undefined>>) => {
    const result = await listing
    const all = collectAccounts(connection, pins, clouds, valueOf(result))
    const own = all.filter(
      (one) => underlyingProvider(one.provider) === underlyingProvider(provider),
    )
    return { result, all, own, found: findNamed(own, (one) => [one.cloudAccountUid], wanted) }
  }
  let known = await search(clouds.accounts.get(connection, { retry: true }))
  if (known.found.length === 0 && isCached) {
    known = await search(toResult(clouds.accounts.refresh(connection)))
  }
  const { result, all, own, found } = known
  const [only, ...others] = found
  if (only && others.length > 0) {
    const uids = formatNames(found.map(({ cloudAccountUid }) => cloudAccountUid))
    throw new Error(`Several cloud accounts have that name. Specify one by its UID: ${uids}.`)
  }
  if (only) return { ...only, provider }
  const asUid = { connection, provider, cloudAccountUid: wanted, name: wanted }
  if ('error' in result) {
    const why = modelErrorText(result.error, connection)
    return { ...asUid, whyUid: `the cloud accounts couldn’t be listed: ${why}` }
  }
  const list = result.value
  if (!list || list.isTruncated || list.unreadable > 0) return asUid
  const providers = new Set(all.map((one) => one.provider))
  const available =
    own.length > 0
      ? `Available accounts: ${formatNames(own.map(({ name }) => name))}.`
      : `Providers with accounts: ${formatNames([...providers])}.`
  if (connection.projectUid === undefined) {
    const noProject =
      'no project is set, and accounts of projects are listed only with theirs. If the account belongs to a project, ask the user to run “Poolkeeper: Select Project…”.'
    return { ...asUid, whyUid: `${noProject} ${available}` }
  }
  throw new Error(
    `Connection ${modelJson(connection.name)} has no cloud account with that name or UID for provider ${modelJson(provider)}. ${available}`,
  )
}
