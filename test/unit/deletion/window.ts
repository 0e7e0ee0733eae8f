// One of several windows that delete machine pools at the same time: node window.ts FOLDER ROUNDS
// Prints what it does, with the time where that matters.
import { readdir, readFile, stat, unlink, writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { setTimeout as pass } from 'node:timers/promises'
import type { FileSystem, Uri } from 'vscode'
import type { Connection } from '../../../src/connections/connection.ts'

const [folder = '', rounds = '0'] = process.argv.slice(2)

/** All that the records need of VS Code beside its file system: nobody listens to their events here. */
const emitter = 'export class EventEmitter { event() {} fire() {} dispose() {} }'
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode'
      ? { url: `data:text/javascript,${emitter}`, shortCircuit: true }
      : next(specifier, context),
})
const { Deletions } = await import('../../../src/deletion/deletions.ts')
const { newId } = await import('../../../src/deletion/record.ts')

const asInVsCode = (error: Error & { code?: unknown }): never => {
  throw Object.assign(error, error.code === 'ENOENT' && { code: 'FileNotFound' })
}
/** A real disk, as VS Code’s file system has it. */
const fs = {
  readDirectory: async ({ path }: Uri) => (await readdir(path)).map((name) => [name, 1]),
  stat: async ({ path }: Uri) => stat(path).catch(asInVsCode),
  readFile: async ({ path }: Uri) => readFile(path).catch(asInVsCode),
  writeFile: async ({ path }: Uri, content: Uint8Array) => writeFile(path, content),
  delete: async ({ path }: Uri) => unlink(path).catch(asInVsCode),
} as unknown as FileSystem
const uri = (path: string): Uri => ({ path, with: ({ path: other }: Uri) => uri(other) }) as Uri

const deletions = new Deletions(fs, uri(folder), console)
const connection = { name: 'home', baseUrl: 'https://api.example.com' } as Connection
const createPool = (machinePoolName: string) => {
  return { connection, provider: 'aws', configUid: 'c1', machinePoolName }
}
const log = (...words: unknown[]) => console.log(words.join(' '))

/** Finds some of the accepted deletions to have ended, of whatever window. */
async function follow(share: number): Promise<void> {
  await deletions.refresh()
  for (const deletion of deletions.all) {
    if (deletion.end || !deletion.isAccepted || deletion.isSending || Math.random() > share)
      continue
    if (await deletions.recordEnd(deletion, 'deleted')) log('told', deletion.id)
  }
}

for (let round = 0; round < Number(rounds); round++) {
  const deletion = await deletions.begin(newId(), createPool(`pool-${round % 3}`), {})
  if (deletions.isInProgress(createPool(deletion.machinePoolName), deletion))
    await deletions.withdraw(deletion.id)
  else {
    log('sent', deletion.id, deletion.machinePoolName, process.hrtime.bigint())
    await pass(Math.random() * 4)
    log('answered', deletion.id, deletion.machinePoolName, process.hrtime.bigint())
    await deletions.recordResponse(deletion, { isAccepted: true, failure: undefined })
    deletions.endSending(deletion)
  }
  await pass(Math.random() * 6)
  await follow(0.6)
}
for (let times = 0; times < 3; times++) {
  await pass(20)
  await follow(1)
}
