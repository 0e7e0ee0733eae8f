import type { Answer } from './answer.ts'
import type { Call } from './call.ts'
import { listedKeyCanary, uid } from './data.ts'
import { lookupAnswer } from './traps.ts'

/** The API keys of whoever asks, the keys themselves included; which one is being used is not told. */
export function apiKeys({ data, settings }: Call): Answer {
  const items = data.apiKeys.map(({ name, expiry, isActive }) => ({
    metadata: { uid: uid(`key ${name}`), name },
    spec: { expiry, key: `${listedKeyCanary}${name}`, user: { uid: uid('user') } },
    status: { isActive },
  }))
  return lookupAnswer(settings.traps, { items })
}
