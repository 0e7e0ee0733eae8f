// Earlier versions stored pending deletions with the pins, and the history in global state.
import { clock } from '../api/clock.ts'
import type { GlobalState } from '../state/globalState.ts'
import { identityKey, readDeletionRecord, type DeletionRecord } from './deletionRecord.ts'
import type { DeletionWriter } from './deletionWriter.ts'
import { trackedKey } from './trackedItems.ts'
import { changeTracked, entriesOf, fieldsOf, type Fields } from './trackedItemsState.ts'

const historyKey = 'recentActivity'
/** The maximum age of a migrated pending deletion, in milliseconds. */
const retentionMs = 7 * 24 * 60 * 60_000

/** Moves earlier records to the files. Invalid pending deletions stay where they are. */
export async function migrateDeletions(state: GlobalState, writer: DeletionWriter): Promise<void> {
  const pins = Object.values(fieldsOf(state.get(trackedKey))).map(fieldsOf)
  const configs = pins.flatMap((one) => entriesOf(one['configs']))
  const marks = configs.flatMap((config) =>
    entriesOf(config['pools']).flatMap((pool) => readMark(config, pool) ?? []),
  )
  const stored = state.get(historyKey)
  if (marks.length === 0 && stored === undefined) return
  const history = entriesOf(fieldsOf(stored)['entries']).flatMap((entry) => readEntry(entry) ?? [])
  const open = marks.filter(({ sentAt }) => clock.now() - sentAt <= retentionMs)
  const merged = open.map((mark) => {
    const key = identityKey(mark)
    const own = history.findIndex((one) => identityKey(one) === key && one.sentAt >= mark.sentAt)
    return own < 0 ? mark : { ...mark, fate: history.splice(own, 1)[0]!.fate }
  })
  // All windows give them the same IDs, so that those that start at once store each only once.
  for (const [index, record] of [...merged, ...history].entries()) {
    await writer.adopt(`${record.sentAt.toString(36)}-${index}`, record)
  }
  await state.update(historyKey, () => undefined)
  await state.update(trackedKey, (now) =>
    Object.keys(fieldsOf(now)).reduce(
      (all, name) => changeTracked(all, name, 'configs', (known) => known.flatMap(withoutMarks)),
      now,
    ),
  )
}

/** Reads the pending deletion of a pinned machine pool. */
function readMark(config: Fields, pool: Fields): DeletionRecord | undefined {
  if (pool['deletion'] === undefined) return undefined // the common case: this runs with every look
  const { sentAt, over, isAccepted } = fieldsOf(pool['deletion'])
  return readDeletionRecord({
    ...readService(over),
    provider: config['provider'],
    configUid: config['uid'],
    machinePoolName: pool['name'],
    configLabel: config['label'] ?? config['lastName'],
    sentAt,
    isSending: false,
    isAccepted,
    isOpen: true,
    fate: 'unknown',
  })
}

/** Reads an entry of the history. */
function readEntry({ at: sentAt, pool, fate, ...others }: Fields): DeletionRecord | undefined {
  const isAccepted = fate === 'draining'
  const state = { sentAt, isSending: false, isAccepted, isOpen: false, fate }
  return readDeletionRecord({ ...others, ...readService(pool), ...state })
}

/** Reads a key with the connection’s name, URL, and project, and more. */
function readService(key: unknown): Fields {
  try {
    const [connection, baseUrl, projectUid] = JSON.parse(String(key)) as unknown[]
    return { connection, baseUrl, projectUid }
  } catch {
    return {}
  }
}

/** Removes pending deletions from a cloud config; removes one that was stored only for them. */
function withoutMarks(config: Fields): Fields[] {
  const pools = entriesOf(config['pools'])
  const marked = pools.filter((pool) => readMark(config, pool))
  if (marked.length === 0) return [config]
  const wasKept = ({ deletion }: Fields) => fieldsOf(deletion)['wasKept']
  const pins = pools
    .filter((pool) => !marked.includes(pool) || wasKept(pool) === 'pool')
    .map((pool) => (marked.includes(pool) ? { name: pool['name'] } : pool))
  const wasPinned = !marked.some((pool) => wasKept(pool) === 'nothing')
  return pins.length > 0 || wasPinned ? [{ ...config, pools: pins }] : []
}
