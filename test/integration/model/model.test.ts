import { strict as assert } from 'node:assert'
import * as fc from 'fast-check'
import type { Sandbox } from '../../sandbox/service.ts'
import { actions, type Action, type Deletion } from './actions.ts'
import { isLong } from '../../long.ts'
import { startServices, World } from './world.ts'

// POOLKEEPER_MODEL_SEED and POOLKEEPER_MODEL_RUNS look further than the fixed sequences do.
const seed = Number(process.env['POOLKEEPER_MODEL_SEED'] ?? 20_261_121)
const numRuns = Number(process.env['POOLKEEPER_MODEL_RUNS'] ?? (isLong ? 600 : 20))

describe('Any actions: Any sequence of actions over failing services', function () {
  const mostMs = Math.max(120_000, numRuns * 2_000)
  this.timeout(mostMs)
  let services: Sandbox[]
  const unhandled: unknown[] = []
  const onUnhandled = (reason: unknown) => unhandled.push(reason)

  before(async () => {
    services = await startServices()
    process.on('unhandledRejection', onUnhandled)
  })

  after(async () => {
    process.off('unhandledRejection', onUnhandled)
    await Promise.all(services.map((service) => service.close()))
  })

  it('leaves nothing under way after a step, so that a canceled one takes no fault of the next', async () => {
    const deletion: Deletion = {
      does: 'delete',
      row: null,
      pool: 0,
      answer: 'confirm',
      meanwhile: [],
      during: [],
      fault: null,
      reading: null,
      twice: false,
    }
    const wait = { does: 'follow', trouble: null } as const // until it can be canceled
    for (let times = 0; times < 3; times++) {
      const world = new World(services)
      await world.begin()
      for (const service of services) service.latencyMs = 60
      try {
        await world.step({ ...deletion, during: [wait, wait, { does: 'cancel' }] })
        const fault = { cut: 'beforeHeaders', afterEffect: true } as const
        await world.step({ ...deletion, pool: 1, fault })
      } finally {
        await world.end()
      }
    }
  })

  it('sends each confirmed deletion at most once, where the question said, and tells of it', async () => {
    const totals = { confirmed: 0, sent: 0 }
    const property = fc.asyncProperty(actions, async (sequence: Action[]) => {
      const world = new World(services)
      await world.begin()
      try {
        for (const action of sequence) await world.step(action)
        await world.finish()
        assert.deepEqual(unhandled.splice(0), [])
      } finally {
        await world.end()
        totals.confirmed += world.ledger.totals.confirmed
        totals.sent += world.ledger.totals.sent
      }
    })
    await fc.assert(property, {
      seed,
      numRuns,
      includeErrorInReport: true, // reporters tell no causes
      interruptAfterTimeLimit: mostMs - 20_000, // before mocha would end it without a word of where it was
      markInterruptAsFailure: true,
    })
    // It would prove nothing where nothing happened.
    assert.ok(totals.confirmed >= numRuns && totals.sent > numRuns / 2, JSON.stringify(totals))
  })
})
