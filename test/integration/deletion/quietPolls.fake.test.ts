import { strict as assert } from 'node:assert'
import { until } from '../../until.ts'
import { configs } from '../../sandbox/data.ts'
import { pool, useWindows } from './races/windows.ts'

describe('Deletion: A poll that finds nothing new', () => {
  const windows = useWindows()

  const polls = () =>
    windows.service.requests.filter(({ url }) => url.endsWith(`/${configs.checkout.uid}`)).length

  it('updates no view, and lists the records at most once a second', async () => {
    await windows.waitForRows(pool.configUid)
    await windows.delete()
    const description = async () => {
      const rows = await windows.waitForRows(pool.configUid)
      const row = rows.find(({ machinePoolName }) => machinePoolName === pool.machinePoolName)
      return String((await windows.window.item('machinePools', row))?.description)
    }
    await until('a poll', async () => /2 nodes left/.test(await description()))
    const first = polls()
    await until('another poll', () => polls() > first + 2)
    let redraws = 0
    windows.window.onRedraw('machinePools', () => (redraws += 1))
    const listings: string[] = []
    windows.machine.files.onCall = (name, path) => {
      if (name === 'readDirectory') listings.push(path)
    }
    const startedAt = performance.now()
    const before = polls()
    await until('many polls', () => polls() > before + 20)
    const seconds = (performance.now() - startedAt) / 1000
    assert.equal(redraws, 0)
    const recordListings = listings.filter((path) => path.endsWith('/deletions')).length
    assert.ok(recordListings <= seconds + 1, `${recordListings} listings in ${seconds} s`)
    windows.service.advanceDrains()
    await until('the new number', async () => /1 node left/.test(await description()))
    assert.ok(redraws > 0)
  })
})
