import type { Answer } from './answer.ts'
import { type Call, hasAccount } from './call.ts'
import { type CloudAccount, listedKeyCanary, uid } from './data.ts'
import { page } from './paging.ts'
import { lookupAnswer, noTime } from './traps.ts'

// What a lookup answers is in docs/api.md, in the table "Lookups".

export function whoAmI({ settings }: Call): Answer {
  return lookupAnswer(settings.traps, {
    orgName: 'Northwind Traders',
    tenantUid: uid('tenant'),
    userUid: uid('user'),
  })
}

/** Sent with a ProjectUid it tells that project only: a client must know better. */
export function projects({ data, settings, inScope }: Call): Answer {
  const visible = data.projects.filter((project) => inScope({ projectUid: project.uid }))
  const items = visible.map((project) => ({ metadata: { uid: project.uid, name: project.name } }))
  return lookupAnswer(settings.traps, { items })
}

/** The API keys of whoever asks, the keys themselves included; which one is being used is not told. */
export function apiKeys({ data, settings }: Call): Answer {
  const items = data.apiKeys.map(({ name, expiry, isActive }) => ({
    metadata: { uid: uid(`key ${name}`), name },
    spec: { expiry, key: `${listedKeyCanary}${name}`, user: { uid: uid('user') } },
    status: { isActive },
  }))
  return lookupAnswer(settings.traps, { items })
}

export function accounts(call: Call): Answer {
  const all = call.data.accounts.filter((account) => hasAccount(call, account))
  const { items, listmeta } = page(call, all)
  return lookupAnswer(call.settings.traps, { items: items.map(summary), listmeta })
}

function summary({ uid: accountUid, name, provider, state }: CloudAccount): object {
  return {
    kind: provider,
    metadata: { uid: accountUid, name, deletionTimestamp: noTime },
    // Data centres have no account number, and answers differ in how they say so.
    ...(provider === 'vsphere' ? {} : { specSummary: { accountId: accountIdOf(provider, name) } }),
    ...(state !== undefined && { status: { state } }),
  }
}

function accountIdOf(provider: string, name: string): string | undefined {
  if (provider === 'aws')
    return String(Number.parseInt(uid(name).slice(2, 11), 16)).padStart(12, '4')
  return provider === 'azure' || provider === 'gcp' ? `${name}-tenant` : undefined
}
