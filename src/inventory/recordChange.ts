import { byAge, type RecordFile, type RecordFiles } from './recordFiles.ts'

const maxAttempts = 5

/**
 * Creates a record with an ID that no other has, and then reads what other windows have written. Rejects
 * without leaving it if either fails. A person waits for this, and every call of VS Code’s file system takes
 * milliseconds.
 */
export async function createRecord<T extends object>(
  files: RecordFiles<T>,
  id: string,
  record: T,
): Promise<void> {
  await files.inTurn(async () => {
    const own = await files.write({ id, version: 1, record })
    try {
      await files.readNew()
    } catch (error) {
      // Without a list of the folder, nobody could find and delete it later.
      await files.remove(own).catch(() => {})
      files.known.delete(id)
      throw error
    }
  })
}

/**
 * Creates, changes, or deletes a record. `change` maps the current value, and is called again if another
 * window has changed it at the same time, so it must be idempotent. Rejects if the record can’t be written.
 */
export async function changeRecord<T extends object>(
  files: RecordFiles<T>,
  id: string,
  change: (now: T | undefined) => T | undefined,
): Promise<void> {
  await files.inTurn(async () => {
    await files.readNew()
    let now = files.known.get(id)
    let listed: readonly RecordFile[] | undefined
    for (let tries = 0; tries < maxAttempts; tries++) {
      const next = change(now?.record)
      if (JSON.stringify(next) === JSON.stringify(now?.record)) {
        if (tries > 0) await removeTwins(files, id)
        break
      }
      const version = (now?.version ?? 0) + 1
      const own = next && (await files.write({ id, version, record: next }))
      const all = await files.list()
      const others = all.filter((one) => one.id === id && one.file !== own?.file)
      // Another window has deleted it, so it must not come back.
      if (own && now && others.length === 0) {
        await files.remove(own)
        break
      }
      const isPast = (one: RecordFile) => !next || one.version < version
      // The latest last, so that no older one comes back if this is interrupted.
      for (const one of others.filter(isPast).sort(byAge)) await files.remove(one)
      // Nor may one that was written during the deletion.
      if (!next && others.length > 0) continue
      const rival = others
        .filter((one) => !isPast(one))
        .sort(byAge)
        .at(-1)
      if (!rival) {
        listed = all
        break
      }
      const record = await files.open(rival)
      now = record && { ...rival, record }
      if (now) continue
      await files.readNew() // it is partially written or superseded
      now = files.known.get(id)
    }
    await files.readNew(listed)
  })
}

/** Of equal files, all windows keep the last readable one. */
async function removeTwins<T extends object>(files: RecordFiles<T>, id: string): Promise<void> {
  await files.readNew()
  const last = files.known.get(id)
  for (const one of await files.list()) {
    if (last && one.id === id && byAge(one, last) < 0) await files.remove(one)
  }
}
