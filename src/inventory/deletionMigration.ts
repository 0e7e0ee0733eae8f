// Earlier versions stored pending deletions with the pins and the history in global state. A window that
// hasn’t been reloaded since an update still does.
import * as v from 'valibot'
import { clock } from '../api/clock.ts'
import type { GlobalState } from '../state/globalState.ts'
import { identityKey, type DeletionRecord } from './deletionRecord.ts'
import type { Deletions } from './deletions.ts'
import type { DeletionWriter } from './deletionWriter.ts'
import { trackedKey } from './trackedItems.ts'
import { changeTracked, entriesOf, fieldsOf, type Fields } from './trackedItemsState.ts'

const historyKey = 'recentActivity'
/** The maximum age of a migrated pending deletion, in milliseconds. */
const retentionMs = 7 * 24 * 60 * 60_000

const Text = v.string()
const optionalText = v.fallback(v.optional(Text), undefined)
/** A key with the connection’s name, URL, and project, and more. */
const Service = v.pipe(
  Text,
  v.parseJson(),
  v.tuple([Text, Text, optionalText]),
  v.transform(([connection, baseUrl, projectUid]) => ({ connection, baseUrl, projectUid })),
)
const Mark = v.object({
  config: v.object({ provider: Text, uid: Text, label: optionalText, lastName: optionalText }),
  pool: v.object({
    name: Text,
    deletion: v.object({ sentAt: v.number(), over: Service, isAccepted: v.boolean() }),
  }),
})
const Entry = v.object({
  at: v.number(),
  pool: Service,
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
export async function migrateDeletions(
  state: GlobalState,
  deletions: Deletions,
  writer: DeletionWriter,
): Promise<void> {
  const before = JSON.stringify(state.get(historyKey))
  const hasMarks = JSON.stringify(state.get(trackedKey))?.includes('"deletion":')
  if (!hasMarks && before === undefined) return
  const history = entriesOf(fieldsOf(state.get(historyKey))['entries']).flatMap(readEntry)
  const open = marksIn(state.get(trackedKey)).filter(({ sentAt }) => !isOld(sentAt))
  for (const mark of open) {
    const key = identityKey(mark)
    const own = history.findIndex((one) => identityKey(one) === key && one.sentAt >= mark.sentAt)
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

function readMark(config: Fields, pool: Fields): DeletionRecord[] {
  const read = v.safeParse(Mark, { config, pool })
  if (!read.success) return []
  const { provider, uid, label, lastName } = read.output.config
  const { name, deletion } = read.output.pool
  return [
    {
      ...deletion.over,
      provider,
      configUid: uid,
      machinePoolName: name,
      configLabel: label ?? lastName,
      sentAt: deletion.sentAt,
      isSending: false,
      isAccepted: deletion.isAccepted,
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
  const isAccepted = others.fate === 'draining'
  return [{ ...pool, ...others, sentAt: at, isSending: false, isAccepted, isOpen: false }]
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
      const wasNone = due.some(({ deletion }) => fieldsOf(deletion)['wasKept'] === 'nothing')
      return left.length === 0 && wasNone ? [] : [{ ...config, pools: left }]
    })
}

function isOld(sentAt: number): boolean {
  return clock.now() - sentAt > retentionMs
}

/** Deterministic, so that nothing is migrated twice. */
function idOf(record: DeletionRecord): string {
  let hash = 0
  for (const char of identityKey(record)) hash = Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)
  return `${record.sentAt.toString(36)}-${(hash >>> 0).toString(36)}`
}
