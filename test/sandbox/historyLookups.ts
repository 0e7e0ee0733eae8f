import type { Answer } from './answer.ts'
import type { Call } from './call.ts'
import { type ClusterWarning, listedKeyCanary, uid } from './data.ts'
import { page } from './paging.ts'
import { stalls } from './stalls.ts'
import { lookupAnswer } from './traps.ts'

// What the service tells of what has happened (lookups.md, "Lookups").

/** The events of a cluster, the latest first. */
export function events(call: Call): Answer {
  const { data, params, settings } = call
  const isOwn = ({ clusterUid }: { clusterUid: string }) => clusterUid === params['uid']
  const deletions = data.deletions.filter(isOwn).map(({ poolName, at }) => ({
    at,
    message: `Deleting machine pool ${poolName}`,
    reason: 'MachinePoolDeletion',
    severity: 'Normal',
  }))
  const warnings = [...stalledIn(call), ...data.warnings]
    .filter(isOwn)
    .map(({ at, message, reason }) => ({ at, message, reason, severity: 'Warning' }))
  const all = [...deletions, ...warnings].sort((a, b) => (a.at < b.at ? 1 : -1))
  const { items, listmeta } = page(call, all)
  return lookupAnswer(settings.traps, {
    items: items.map(({ at, ...event }) => ({
      metadata: {
        uid: uid(`event ${params['uid']} ${event.message} ${at}`),
        creationTimestamp: at,
      },
      ...event,
      involvedObject: { kind: 'spectrocluster', uid: params['uid'] },
    })),
    listmeta,
  })
}

/** What clusters warn of, whose pools stand still in their drain. */
function stalledIn({ data, drains }: Call): ClusterWarning[] {
  return data.configs.flatMap(({ clusterUid, pools }) =>
    pools.flatMap((pool) => {
      const since = drains.leavingSince(pool)
      if (since === undefined || !pool.stall) return []
      const { reason, message } = stalls[pool.stall.cause]
      return [{ clusterUid, reason, message, at: new Date(since).toISOString() }]
    }),
  )
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
