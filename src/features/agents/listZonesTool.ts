import * as v from 'valibot'
import * as vscode from 'vscode'
import { hasZones, underlyingProvider } from '../../api/providers.ts'
import { normalizeRegion, type AccountRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { displayText } from '../../displayTexts.ts'
import { noZonesText } from '../../ui/prompts/validation.ts'
import { loadZonesForModel } from './loadZonesForModel.ts'
import { modelErrorText } from './modelErrors.ts'
import { takeFitting, quoteNames, modelJson } from './modelJson.ts'
import { findNamed } from '../../model/names.ts'
import { createTool, optionalText } from './tool.ts'
import type { Connection } from '../../connections/connection.ts'
import { collectAccounts, type KnownAccount } from '../../cloud/accounts.ts'
import { toResult, valueOf, type Result } from '../../cache/results.ts'
import type { AccountList } from '../../cloud/clouds.ts'

/** The tool’s input. It must match the schema in package.json. */
const ListZonesInput = v.strictObject({
  provider: v.pipe(v.string(), v.toLowerCase()),
  cloudAccount: v.string(),
  region: v.string(),
  project: optionalText,
  connection: optionalText,
})

/**
 * Creates the tool that lists the zones of a region. The zones always come from the service, not from the cache. The
 * region isn’t pinned.
 */
export function createListZonesTool(parts: Parts) {
  return createTool(parts.connections, {
    schema: ListZonesInput,
    progress: ({ region }) => vscode.l10n.t('Listing zones for {0}…', displayText(region)),

    async run({ provider, cloudAccount, region, project: named }, connection, signal) {
      if (!hasZones(provider)) throw new Error(noZonesText(provider))
      const account = await findAccount(connection, provider, cloudAccount, parts)
      // Only Google Cloud accounts have projects, so a project that a model names for another cloud is ignored.
      const ref = normalizeRegion({
        ...account,
        cloudAccountLabel: account.name,
        region,
        project: underlyingProvider(provider) === 'gcp' ? named : undefined,
      })
      const { zones, project } = await loadZonesForModel(ref, parts, signal)
      const { items, omitted } = takeFitting(zones.items)
      return {
        provider,
        cloudAccount: { name: account.name, uid: account.cloudAccountUid },
        region: ref.region || undefined,
        project,
        zones: items,
        unreadableZones: zones.unreadable || undefined,
        omittedZones: omitted,
        incomplete: omitted && 'The user can see the other zones in the Zones view of Poolkeeper.',
      }
    },
  })
}

/** A cloud account that a model has named by its name or UID. */
interface NamedAccount extends AccountRef {
  readonly name: string
  /**
   * The reason, for the model, why the text was taken for a UID although no list has it. Undefined if the account is
   * listed.
   */
  readonly whyUid?: string
}

/** The known cloud accounts of a connection, and those that match a search. */
interface AccountSearch {
  readonly result: Result<AccountList | undefined>
  readonly all: readonly KnownAccount[]
  /** The accounts of the wanted provider. */
  readonly ofProvider: readonly KnownAccount[]
  /** The accounts of the wanted provider that have the wanted name or UID. */
  readonly found: readonly KnownAccount[]
}

/**
 * Finds a cloud account by its name or UID. If the cached list lacks the account, the list is loaded again. If the list
 * is missing or incomplete, an unknown text is taken for a UID; a list is incomplete, for example, without a project,
 * because accounts of projects are listed only there (docs/api.md, “Projects”). Otherwise, throws an error with the
 * known names.
 */
async function findAccount(
  connection: Connection,
  provider: string,
  wanted: string,
  { pins, clouds }: Parts,
): Promise<NamedAccount> {
  const isCached = valueOf(clouds.accounts.peek(connection)) !== undefined
  let search = searchIn(await clouds.accounts.get(connection, { retry: true }))
  if (search.found.length === 0 && isCached) {
    search = searchIn(await toResult(clouds.accounts.refresh(connection)))
  }
  const { result, found } = search
  const [account] = found
  if (account && found.length > 1) {
    const uids = quoteNames(found.map(({ cloudAccountUid }) => cloudAccountUid))
    throw new Error(`Several cloud accounts have that name. Specify one by its UID: ${uids}.`)
  }
  if (account) return { ...account, provider }
  const byUid = { connection, provider, cloudAccountUid: wanted, name: wanted }
  if ('error' in result) {
    const reason = modelErrorText(result.error, connection)
    return { ...byUid, whyUid: `the cloud accounts couldn’t be listed: ${reason}` }
  }
  const list = result.value
  if (!list || list.isTruncated || list.unreadable > 0) return byUid
  const available = availableText(search)
  if (connection.projectUid === undefined) {
    const noProject =
      'no project is set, and accounts of projects are listed only with theirs. If the account belongs to a project, ask the user to run “Poolkeeper: Select Project…”.'
    return { ...byUid, whyUid: `${noProject} ${available}` }
  }
  throw new Error(
    `Connection ${modelJson(connection.name)} has no cloud account with that name or UID for provider ${modelJson(provider)}. ${available}`,
  )

  function searchIn(listing: Result<AccountList | undefined>): AccountSearch {
    const all = collectAccounts(connection, pins, clouds, valueOf(listing))
    const ofProvider = all.filter(
      (known) => underlyingProvider(known.provider) === underlyingProvider(provider),
    )
    const uidsOf = ({ cloudAccountUid }: KnownAccount) => [cloudAccountUid]
    return { result: listing, all, ofProvider, found: findNamed(ofProvider, uidsOf, wanted) }
  }
}

/** Returns the names of the provider’s accounts. If it has none, returns the providers that have accounts. */
function availableText({ all, ofProvider }: AccountSearch): string {
  if (ofProvider.length > 0) {
    return `Available accounts: ${quoteNames(ofProvider.map(({ name }) => name))}.`
  }
  const providers = new Set(all.map(({ provider }) => provider))
  return `Providers with accounts: ${quoteNames([...providers])}.`
}
