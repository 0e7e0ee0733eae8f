// Before they had files, marks of deletions were kept with the pins and the history in global state. A
// window that has not been reloaded since still does so.
import * as v from 'valibot'
import { clock } from '../api/clock.ts'
import type { GlobalState } from '../state/globalState.ts'
import { identityKey, type DeletionRecord } from './deletionRecord.ts'
import type { Deletions } from './deletions.ts'
import type { DeletionWriter } from './deletionWriter.ts'
import { trackedKey } from './tracked.ts'
import { changeTracked, entriesOf, fieldsOf, isText, type Fields } from './trackedThings.ts'

const historyKey = 'recentActivity'
/** How old a mark may be to be taken over, in milliseconds: the end of an older one is known to all. */
const longestMs = 7 * 24 * 60 * 60_000

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
 * Takes over what was kept so. The history goes from where it was; a mark stays there until it is over,
 * as another window, or another computer, may still go by it.
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
  // What a window of that version has added meanwhile is for the next time.
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

/** One that another version has kept otherwise must not cost the others. */
function readEntry(stored: Fields): DeletionRecord[] {
  const read = v.safeParse(Entry, stored)
  if (!read.success) return []
  const { at, pool, ...others } = read.output
  const service = serviceOf(pool)
  const isAccepted = others.fate === 'draining'
  if (!service) return []
  return [{ ...service, ...others, sentAt: at, isSending: false, isAccepted, isOpen: false }]
}

/** What a deletion went over, by a key that begins with a connection's name, address and project. */
function serviceOf(key: string) {
  try {
    const [connection, baseUrl, projectUid] = JSON.parse(key) as unknown[]
    if (!isText(connection) || !isText(baseUrl)) return undefined
    return { connection, baseUrl, ...(isText(projectUid) && { projectUid }) }
  } catch {
    return undefined
  }
}

/** The configs without the marks that are over, and what was kept for nothing but these. */
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
  return clock.now() - sentAt > longestMs
}

function isSame(one: DeletionRecord, other: DeletionRecord): boolean {
  return identityKey(one) === identityKey(other)
}

/** The same each time, so that nothing is taken over twice. */
function idOf(record: DeletionRecord): string {
  let hash = 0
  for (const char of identityKey(record)) hash = Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)
  return `${record.sentAt.toString(36)}-${(hash >>> 0).toString(36)}`
}
