import type { SandboxResponse } from './response.ts'
import { type Call, isAccountInScope } from './call.ts'
import { type CloudAccount, listedKeyCanary, createUid } from './data.ts'
import { paginate } from './paging.ts'
import { lookupResponse, unsetTime } from './traps.ts'

// What a lookup answers is in docs/api.md, in the table "Lookups".

export function getUser({ settings }: Call): SandboxResponse {
  return lookupResponse(settings.traps, {
    orgName: 'Northwind Traders',
    tenantUid: createUid('tenant'),
    userUid: createUid('user'),
  })
}

/** A request with a ProjectUid lists that project only, so a client must ask for projects without one. */
export function listProjects({ data, settings, isInScope }: Call): SandboxResponse {
  const visible = data.projects.filter((project) => isInScope({ projectUid: project.uid }))
  const items = visible.map((project) => ({ metadata: { uid: project.uid, name: project.name } }))
  return lookupResponse(settings.traps, { items })
}

/** The API keys of the user, the secret values included. The service does not say which key the request used. */
export function listApiKeys({ data, settings }: Call): SandboxResponse {
  const items = data.apiKeys.map(({ name, expiry, isActive }) => ({
    metadata: { uid: createUid(`key ${name}`), name },
    spec: { expiry, key: `${listedKeyCanary}${name}`, user: { uid: createUid('user') } },
    status: { isActive },
  }))
  return lookupResponse(settings.traps, { items })
}

export function listAccounts(call: Call): SandboxResponse {
  const accountsInScope = call.data.accounts.filter((account) => isAccountInScope(call, account))
  const { items, listmeta } = paginate(call, accountsInScope)
  return lookupResponse(call.settings.traps, { items: items.map(createSummary), listmeta })
}

function createSummary({ uid: accountUid, name, provider, state }: CloudAccount): object {
  return {
    kind: provider,
    metadata: { uid: accountUid, name, deletionTimestamp: unsetTime },
    // vSphere’s summary has no `specSummary`; those of other providers without an account number
    // have one without `accountId`.
    specSummary:
      provider === 'vsphere' ? undefined : { accountId: createAccountId(provider, name) },
    status: state === undefined ? undefined : { state },
  }
}

function createAccountId(provider: string, name: string): string | undefined {
  if (provider === 'aws')
    return String(Number.parseInt(createUid(name).slice(2, 11), 16)).padStart(12, '4')
  return provider === 'azure' || provider === 'gcp' ? `${name}-tenant` : undefined
}
