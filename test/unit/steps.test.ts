import { strict as assert } from 'node:assert'
import { setImmediate } from 'node:timers/promises'
import { itemsPerStep, runAtOnce, runInSlices, StepCounter, type Steps } from '../../src/steps.ts'
import { findPools, findPoolsInSteps } from '../../src/features/poolsInCode/findPools.ts'
import { findReferences, findReferencesInSteps } from '../../src/syntax/findReferences.ts'
import { insertZonesInSteps } from '../../src/syntax/insertion.ts'
import { readBlocks, readBlocksInSteps } from '../../src/syntax/readBlocks.ts'
import { checkTextInSteps } from '../../src/zoneAnalysis/checkText.ts'
import { completeList } from '../../src/api/list.ts'

/** Counts up to a number, with a step for each, until `stop` ends it with an error. */
function* countTo(end: number, stop = () => {}): Steps<number> {
  for (let number = 0; number < end; number++) {
    stop()
    yield
  }
  return end
}

/** Goes on until a function returns true. */
function* waitFor(isOver: () => boolean): Steps<string> {
  while (!isOver()) yield
  return 'over'
}

/** Runs a computation to its end, and counts its steps. */
function countSteps(steps: Steps<unknown>): number {
  let count = 1
  while (!steps.next().done) count += 1
  return count
}

describe('Steps: A computation', () => {
  it('is run at once', () => {
    assert.equal(runAtOnce(countTo(10)), 10)
  })

  it('is run in slices, between which the process does what is waiting', async () => {
    let isOver = false
    void setImmediate().then(() => (isOver = true))
    assert.equal(await runInSlices(waitFor(() => isOver)), 'over')
  })

  it('that takes less than a slice lets nothing else be done', async () => {
    let isOver = false
    void setImmediate().then(() => (isOver = true))
    assert.equal(await runInSlices(countTo(10)), 10)
    assert.equal(isOver, false)
  })

  it('rejects with its error', async () => {
    const stop = () => {
      throw new Error('stopped')
    }
    await assert.rejects(runInSlices(countTo(10, stop)), /stopped/)
  })

  it('yields after a number of items', () => {
    const counter = new StepCounter()
    const isOver = Array.from({ length: 2 * itemsPerStep }, () => counter.isStepOver())
    assert.deepEqual([isOver.indexOf(true) + 1, isOver.lastIndexOf(true) + 1], [200, 400])
  })
})

describe('Steps: The number of steps is in proportion to the text:', () => {
  const pool = 'resource "x_machine_pool" "a" {\n  name = "a"\n  zones = ["us-east-1a"]\n}\n'
  const text = pool.repeat(4000)
  const zones = completeList([{ name: 'us-east-1b' }])
  const known = {
    provider: 'aws',
    regions: [{ region: 'us-east-1', zones }],
    listedRegions: new Set(['us-east-1']),
    instanceTypesIn: () => undefined,
  }
  const { blocks } = readBlocks(text, 'hcl')
  const references = findReferences(blocks, 'hcl')
  const file = { text, blocks, references, isHcl: true }
  const at = text.indexOf('[') + 1
  const insert = [text, [{ start: at, end: at }], [{ name: 'b' }], 'hcl', '\n'] as const
  /** A computation for 4,000 blocks, and the least number of its steps. */
  const computations: [name: string, steps: Steps<unknown>, minSteps: number][] = [
    ['reading', readBlocksInSteps(text, 'hcl'), 200],
    ['finding zones', findReferencesInSteps(blocks, 'hcl'), 40],
    ['checking', checkTextInSteps(file, known), 40],
    ['finding machine pools', findPoolsInSteps(blocks, true), 20],
    ['inserting', insertZonesInSteps(...insert), 500],
  ]
  for (const [name, steps, minSteps] of computations) {
    it(name, () => assert.ok(countSteps(steps) >= minSteps))
  }

  it('finding machine pools in objects', () => {
    const item = '{"name": "a", "cloudType": "eks", "node_groups": [{"name": "b"}]}'
    const objects = readBlocks(`[${`${item},`.repeat(4000)}${item}]`, 'json').blocks
    assert.ok(countSteps(findPoolsInSteps(objects, false)) >= 20)
    assert.equal(findPools(objects, false).length, 4001)
  })
})
