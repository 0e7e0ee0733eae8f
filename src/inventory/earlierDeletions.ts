// Earlier versions stored pending deletions with the pins and the history in global state. A window that
// hasn’t been reloaded since an update still does.
import * as v from 'valibot'
import { clock } from '../api/clock.ts'
import type { GlobalState } from '../state/globalState.ts'
import { identityKey, type DeletionRecord } from './deletionRecord.ts'
import type { Deletions } from './deletions.ts'
import type { DeletionWriter } from './deletionWriter.ts'
import { trackedKey } from './trackedItems.ts'
import { changeTracked, entriesOf, fieldsOf, isText, type Fields } from './trackedItemsState.ts'

const historyKey = 'recentActivity'
/** The maximum age of a migrated pending deletion, in milliseconds. */
const retentionMs = 7 * 24 * 60 * 60_000

const Text = v.string()
const Mark = v.object({ sentAt: v.number(), over: Text, isAccepted: v.boolean() })
const Entry = v.object({
  at: v.number(),
  pool: Text,
  provider: Text,
  configUid: Text,
  configLabel: v.optional(Text),
  machinePoolName: Text,
  fate: Text,
  settled: v.optional(v.object({ at: v.number(), fate: Text })),
})

/**
 * Migrates earlier records. The history is moved. Pending deletions stay until they are completed, because
 * another window or computer may still use them.
 */
export async function adoptEarlierDeletions(
  state: GlobalState,
  deletions: Deletions,
  writer: DeletionWriter,
): Promise<void> {
  const before = JSON.stringify(state.get(historyKey))
  const history = entriesOf(fieldsOf(state.get(historyKey))['entries']).flatMap(readEntry)
  const open = marksIn(state.get(trackedKey)).filter(({ sentAt }) => !isOld(sentAt))
  for (const mark of open) {
    const own = history.findIndex((one) => isSame(one, mark) && one.sentAt >= mark.sentAt)
    const [entry] = own < 0 ? [] : history.splice(own, 1)
    await writer.adopt(idOf(mark), { ...mark, ...(entry && { fate: entry.fate }) })
  }
  for (const entry of history) await writer.adopt(idOf(entry), entry)
  // Entries added meanwhile are migrated next time.
  await state.update(historyKey, (now) => (JSON.stringify(now) === before ? undefined : now))
  const isOver = (mark: DeletionRecord) =>
    isOld(mark.sentAt) || deletions.all.some(({ id, isOpen }) => id === idOf(mark) && !isOpen)
  await state.update(trackedKey, (stored) =>
    Object.keys(fieldsOf(stored)).reduce(
      (now, connection) => changeTracked(now, connection, 'configs', withoutMarks(isOver)),
      stored,
    ),
  )
}

function marksIn(tracked: unknown): DeletionRecord[] {
  return Object.values(fieldsOf(tracked)).flatMap((things) =>
    entriesOf(fieldsOf(things)['configs']).flatMap((config) =>
      entriesOf(config['pools']).flatMap((pool) => readMark(config, pool)),
    ),
  )
}

function readMark(config: Fields, { name, deletion }: Fields): DeletionRecord[] {
  const mark = v.safeParse(Mark, deletion)
  const { provider, uid, label, lastName } = config
  if (!mark.success || !isText(provider) || !isText(uid) || !isText(name)) return []
  const { sentAt, over, isAccepted } = mark.output
  const service = serviceOf(over)
  if (!service) return []
  const configLabel = label ?? lastName
  return [
    {
      ...service,
      provider,
      configUid: uid,
      machinePoolName: name,
      ...(isText(configLabel) && { configLabel }),
      sentAt,
      isSending: false,
      isAccepted,
      isOpen: true,
      fate: 'unknown',
    },
  ]
}

/** An invalid entry must not affect the others. */
function readEntry(stored: Fields): DeletionRecord[] {
  const read = v.safeParse(Entry, stored)
  if (!read.success) return []
  const { at, pool, ...others } = read.output
  const service = serviceOf(pool)
  const isAccepted = others.fate === 'draining'
  if (!service) return []
  return [{ ...service, ...others, sentAt: at, isSending: false, isAccepted, isOpen: false }]
}

/** Parses the connection’s name, URL, and project from a key. */
function serviceOf(key: string) {
  try {
    const [connection, baseUrl, projectUid] = JSON.parse(key) as unknown[]
    if (!isText(connection) || !isText(baseUrl)) return undefined
    return { connection, baseUrl, ...(isText(projectUid) && { projectUid }) }
  } catch {
    return undefined
  }
}

/** Removes completed deletions from the configs, and configs that had nothing else. */
function withoutMarks(isOver: (mark: DeletionRecord) => boolean) {
  return (configs: Fields[]): Fields[] =>
    configs.flatMap((config) => {
      const pools = entriesOf(config['pools'])
      const due = pools.filter((pool) => readMark(config, pool).some(isOver))
      if (due.length === 0) return [config]
      const left = pools.flatMap((pool) => {
        if (!due.includes(pool)) return [pool]
        const { deletion, ...pin } = pool
        return fieldsOf(deletion)['wasKept'] === 'pool' ? [pin] : []
      })
      const isEmpty = left.length === 0
      const wasNone = due.some(({ deletion }) => fieldsOf(deletion)['wasKept'] === 'nothing')
      return isEmpty && wasNone ? [] : [{ ...config, pools: left }]
    })
}

function isOld(sentAt: number): boolean {
  return clock.now() - sentAt > retentionMs
}

function isSame(one: DeletionRecord, other: DeletionRecord): boolean {
  return identityKey(one) === identityKey(other)
}

/** Deterministic, so that nothing is migrated twice. */
function idOf(record: DeletionRecord): string {
  let hash = 0
  for (const char of identityKey(record)) hash = Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)
  return `${record.sentAt.toString(36)}-${(hash >>> 0).toString(36)}`
}
