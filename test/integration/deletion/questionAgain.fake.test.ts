import { strict as assert } from 'node:assert'
import { testClock } from '../../clock.ts'
import { until } from '../../until.ts'
import { pool, useWindows } from './races/windows.ts'

describe('Deletion: The question that comes again', () => {
  const windows = useWindows()
  const poolData = () =>
    windows.service.data.configs
      .find(({ uid }) => uid === pool.configUid)
      ?.pools.find(({ name }) => name === pool.machinePoolName) ?? assert.fail()

  /** Confirms after a change, and returns the second question, for which a button isn’t enough. */
  async function questionAfter(change: () => void): Promise<string> {
    const { run, modal } = await windows.openDialog()
    change()
    testClock.putForward(1)
    modal.press('Delete Machine Pool')
    const { detail, buttons } = await until('the second question', () => run.modals[1])
    run.closeAll()
    await run.end
    assert.equal(buttons[1], 'Delete Machine Pool…')
    return detail
  }

  it('says how many nodes there were, and how many there are', async () => {
    const detail = await questionAfter(() => (poolData().size = 17))
    assert.match(detail, /\b2\b.*\b17\b|\b17\b.*\b2\b/)
  })

  it('says which instance type there was, and which there is', async () => {
    const detail = await questionAfter(() => (poolData().instanceType = 'm5.large'))
    assert.match(detail, /g5\.2xlarge/)
    assert.match(detail, /m5\.large/)
  })

  it('comes if the keychain takes so long that other windows might not wait for the response', async () => {
    const { run, modal } = await windows.openDialog()
    const { secrets } = windows.machine
    windows.machine.files.onWrite = () => {
      secrets.onGet = () => {
        secrets.onGet = () => {}
        testClock.putForward(0.5)
      }
    }
    modal.press('Delete Machine Pool')
    const { detail } = await until('the second question', () => run.modals[1])
    run.closeAll()
    await run.end
    assert.match(detail, /^The details couldn’t be checked again after you confirmed\./m)
    assert.equal(windows.deletions().length, 0)
  })

  it('says that the cluster loses its other worker pools, too', async () => {
    const detail = await questionAfter(() => {
      const config = windows.service.data.configs.find(({ uid }) => uid === pool.configUid)
      const names = ['control-plane-pool', pool.machinePoolName]
      config!.pools = config!.pools.filter(({ name }) => names.includes(name))
    })
    assert.match(detail, /worker-pool/)
    assert.match(detail, /batch-spot/)
  })
})

describe('Deletion: The way from a confirmation to the request', () => {
  const windows = useWindows()

  it('takes one round of lookups', async () => {
    const { run, modal } = await windows.openDialog()
    const before = windows.service.requests.length
    modal.press('Delete Machine Pool')
    await run.end
    const requests = windows.service.requests.slice(before)
    const sentAt = requests.findIndex(({ method }) => method === 'DELETE')
    const lookups = requests
      .slice(0, sentAt)
      .filter(({ url }) => url.includes(pool.configUid))
      .map(({ method, url }) => `${method} ${url}`)
    const path = `GET /v1/cloudconfigs/aws/${pool.configUid}`
    assert.deepEqual(lookups.sort(), [
      path,
      `${path}/machinePools/${pool.machinePoolName}/machines`,
    ])
  })
})
