import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { CachedZones } from '../../../src/features/zoneChecks/cachedZones.ts'
import { replace } from '../../replace.ts'
import { until } from '../../until.ts'
import { replaceFiles, selectCheckedAccount, statOfSize, useDocuments } from './documents.ts'

const fileCount = 2_500
const folder = vscode.Uri.file('/workspace/many')
const bytes = new TextEncoder().encode('region = "us-east-1"\naz = "us-east-1z"\n')

describe('Zone checks: Check Zones in Folder with many files', () => {
  const session = useDocuments()
  const restores: (() => void)[] = []
  const watcherEvents = {
    changed: new vscode.EventEmitter<vscode.Uri>(),
    deleted: new vscode.EventEmitter<vscode.Uri>(),
  }
  let uris: vscode.Uri[] = []
  let readCount = 0
  let readingCount = 0
  let maxReadingCount = 0
  let checkCount = 0

  beforeEach(async () => {
    await selectCheckedAccount(session)
    readCount = readingCount = maxReadingCount = checkCount = 0
    uris = Array.from({ length: fileCount }, (_, index) =>
      vscode.Uri.joinPath(folder, `${index}.tf`),
    )
    const fs = {
      stat: async () => statOfSize(bytes.length),
      readFile: async () => {
        readCount += 1
        readingCount += 1
        maxReadingCount = Math.max(maxReadingCount, readingCount)
        await new Promise((resolve) => setImmediate(resolve))
        readingCount -= 1
        return bytes
      },
    }
    const knownZones = Reflect.get(CachedZones.prototype, 'knownZones')
    restores.push(
      ...replaceFiles(uris, fs, watcherEvents),
      replace(CachedZones.prototype, 'knownZones', function (this: CachedZones, ...args) {
        checkCount += 1
        return knownZones.apply(this, args)
      }),
    )
  })
  afterEach(() => {
    for (const restore of restores.splice(0)) restore()
  })

  it('reads all of them, several at a time, and checks each once', async () => {
    await session.run('checkZonesInFolder', folder)
    const { text } = await session.dialogs.message()
    assert.equal(
      text,
      'Files with zones: 2500. Zones checked for aws-production: 2500. Problems found: 2500.',
    )
    assert.equal(readCount, fileCount)
    assert.equal(checkCount, fileCount)
    assert.ok(maxReadingCount > 1 && maxReadingCount <= 16, `${maxReadingCount} at a time`)
    assert.equal(session.zoneRequests().length, 1)
  })

  it('checks all of them again, several at a time, if all have changed on disk', async () => {
    await session.run('checkZonesInFolder', folder)
    readCount = checkCount = maxReadingCount = 0
    for (const uri of uris) watcherEvents.changed.fire(uri)
    await until('all checks', () => checkCount === fileCount)
    assert.equal(readCount, fileCount)
    assert.ok(maxReadingCount > 1 && maxReadingCount <= 16, `${maxReadingCount} at a time`)
  })

  it('reads no further files when it is canceled', async () => {
    const checking = session.run('checkZonesInFolder', folder)
    await until('some files', () => readCount > 100)
    session.dialogs.cancel()
    await checking
    assert.ok(readCount < fileCount, `${readCount} files were read`)
    assert.deepEqual(session.dialogs.messages, [])
  })
})
