import { byAge, isNotFound, type RecordFile, type RecordFiles } from './recordFiles.ts'

const mostTries = 5
let written = 0

/**
 * Makes, changes or removes a record: `change` is given what it is now, and is asked again where another
 * window has changed it at the same time. Applied to its own result, it changes nothing more. Rejects
 * where the record cannot be written.
 */
export async function changeRecord<T extends object>(
  files: RecordFiles<T>,
  id: string,
  change: (now: T | undefined) => T | undefined,
): Promise<void> {
  await files.inTurn(async () => {
    await files.look()
    let now = files.known.get(id)
    for (let tries = 0; tries < mostTries; tries++) {
      const next = change(now?.record)
      if (JSON.stringify(next) === JSON.stringify(now?.record)) {
        if (tries > 0) await removeTwins(files, id)
        break
      }
      const version = (now?.version ?? 0) + 1
      // A name of its own: one that was left half written stays what it is, and is not met again.
      const file = `${id}.${version}.${files.window}${(written++).toString(36)}.json`
      if (next) await write(files, file, next)
      const all = (await files.list()).filter((one) => one.id === id)
      const others = all.filter((one) => one.file !== file)
      // Forgotten by another window since: who changes it must not bring it back.
      if (next && now && others.length === 0) {
        await remove(files, { id, file, version })
        break
      }
      const isPast = (one: RecordFile) => !next || one.version < version
      // The latest last: where that ends half-way, none comes back from before.
      for (const one of others.filter(isPast).sort(byAge)) await remove(files, one)
      // Nor may one that was written while it was forgotten.
      if (!next && others.length > 0) continue
      const rival = others
        .filter((one) => !isPast(one))
        .sort(byAge)
        .at(-1)
      if (!rival) break
      const record = await files.open(rival)
      now = record && { ...rival, record }
      if (now) continue
      await files.look() // it is half written, or followed by another by now
      now = files.known.get(id)
    }
    await files.look()
  })
}

/** Of files that say the same, all windows keep the last that can be read. */
async function removeTwins<T extends object>(files: RecordFiles<T>, id: string): Promise<void> {
  await files.look()
  const last = files.known.get(id)
  for (const one of await files.list()) {
    if (last && one.id === id && byAge(one, last) < 0) await remove(files, one)
  }
}

async function write<T extends object>(files: RecordFiles<T>, file: string, record: T) {
  try {
    await files.fs.writeFile(files.uri(file), encoded(record))
  } catch (error) {
    // On a disk that is full it may be there, and empty.
    await files.fs.delete(files.uri(file)).then(undefined, () => {})
    throw error
  }
}

async function remove<T extends object>(files: RecordFiles<T>, { file }: RecordFile) {
  await files.fs.delete(files.uri(file)).then(undefined, (error: unknown) => {
    if (!isNotFound(error)) throw error
  })
}

function encoded(record: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(record))
}
