import { strict as assert } from 'node:assert'
import { viewIds } from '../../../src/contributions.ts'
import { configs } from '../../sandbox/data.ts'
import { confirmDeletion } from './pools.ts'
import { parts } from '../extensionParts.ts'
import { until } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { testClock } from '../../clock.ts'

const config = configs.checkout

describe('Deletion: The badge of the Machine Pools view', () => {
  const session = useFilledSession()
  let restore: () => void
  beforeEach(() => {
    restore = testClock.shorten('following', 20)
    session.sandbox.drain = 'manual'
  })
  afterEach(() => restore())

  const badge = () => parts.views.get(viewIds.machinePools)?.badge
  const shows = (value: number | undefined) =>
    until(`${value} on the badge`, () => badge()?.value === value)

  it('counts the deletions that are under way, until the last is over', async () => {
    await shows(undefined)
    const row = await session.poolRow(config, 'gpu-inference')
    const held = session.hold('/machinePools/gpu-inference', 'DELETE')
    const deleting = confirmDeletion(session, row)
    await until('the request', held.isReached)
    await shows(1) // while it is being sent already
    held.letGo()
    await deleting
    assert.deepEqual(badge(), { value: 1, tooltip: 'Deletions in progress: 1' })
    await confirmDeletion(session, await session.poolRow(config, 'batch-spot'))
    await shows(2)
    assert.equal(badge()?.tooltip, 'Deletions in progress: 2')
    session.sandbox.drainStep(6)
    for (let nth = 0; nth < 2; nth++) await session.dialogs.message()
    await shows(undefined)
  })
})
