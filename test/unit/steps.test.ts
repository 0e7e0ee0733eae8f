import { strict as assert } from 'node:assert'
import { setTimeout } from 'node:timers/promises'
import { findPools } from '../../src/features/poolsInCode/findPools.ts'
import {
  Computation,
  itemsPerStep,
  runAtOnce,
  runInSlices,
  StepCounter,
  type Priority,
  type Steps,
} from '../../src/steps.ts'
import { listEntries } from '../../src/syntax/entries.ts'
import { findReferences } from '../../src/syntax/findReferences.ts'
import { insertZones } from '../../src/syntax/insertion.ts'
import { readBlocks } from '../../src/syntax/readBlocks.ts'
import { checkText } from '../../src/zoneAnalysis/checkText.ts'
import { completeList } from '../../src/api/list.ts'
import { replace } from '../replace.ts'

/** Counts up to a number, with a step for each, and calls a function in each. */
function* countTo(end: number, onStep = (_number: number): unknown => undefined): Steps<number> {
  for (let number = 0; number < end; number++) {
    onStep(number)
    yield
  }
  return end
}

/** The time in ms that the steps of {@link takeMs} have taken. */
let now = 0

/** Takes a time in ms, one in each step, and calls a function in each. */
function* takeMs(ms: number, onStep = (): unknown => undefined): Steps<void> {
  for (let step = 0; step < ms; step++) {
    now += 1
    onStep()
    yield
  }
}

/** Runs a computation to its end, and counts its steps. */
function countSteps(steps: Steps<unknown>): number {
  let count = 1
  while (!steps.next().done) count += 1
  return count
}

const stop = () => {
  throw new Error('stopped')
}

describe('Steps: A computation', () => {
  let restore = () => {}
  beforeEach(async () => {
    await setTimeout(1) // a slice of the test before is over
    restore = replace(performance, 'now', () => now)
  })
  afterEach(() => restore())

  /** The names of computations in the order in which they end, each of which takes a time in ms. */
  async function orderOf(
    computations: readonly [name: string, ms: number, priority?: Priority][],
  ): Promise<string[]> {
    const order: string[] = []
    const running = computations.map(async ([name, ms, priority]) => {
      await runInSlices(takeMs(ms), priority)
      order.push(name)
    })
    await Promise.all(running)
    return order
  }

  it('is run at once', () => {
    assert.equal(runAtOnce(countTo(10)), 10)
  })

  it('is run in slices, between which the process does what is waiting', async () => {
    let isOver = false
    void setTimeout(0).then(() => (isOver = true))
    await runInSlices(takeMs(50))
    assert.equal(isOver, true)
  })

  it('that takes less than a slice lets nothing else be done', async () => {
    let isOver = false
    void setTimeout(0).then(() => (isOver = true))
    await runInSlices(takeMs(10))
    assert.equal(isOver, false)
  })

  it('shares its slices with others', async () => {
    const stepsPerTurn = [0]
    let turn = setImmediate(function next() {
      stepsPerTurn.push(0)
      turn = setImmediate(next)
    })
    const countStep = () => stepsPerTurn.push((stepsPerTurn.pop() ?? 0) + 1)
    const running = Array.from({ length: 20 }, async () => runInSlices(takeMs(50, countStep)))
    await Promise.all(running)
    clearImmediate(turn)
    assert.ok(Math.max(...stepsPerTurn) <= 2 * 20, `${Math.max(...stepsPerTurn)} steps`)
  })

  it('takes turns with others', async () => {
    const order = await orderOf([
      ['long', 200],
      ['a', 50],
      ['b', 50],
    ])
    assert.deepEqual(order, ['a', 'b', 'long'])
  })

  it('in bulk is finished before the next one, after all others', async () => {
    const order = await orderOf([
      ['bulk a', 50, 'bulk'],
      ['bulk b', 50, 'bulk'],
      ['normal', 100],
      ['bulk c', 50, 'bulk'],
    ])
    assert.deepEqual(order, ['normal', 'bulk a', 'bulk b', 'bulk c'])
  })

  it('in bulk that is also needed otherwise doesn’t wait for others in bulk', async () => {
    const order: string[] = []
    const computation = new Computation(takeMs(50))
    const running = [
      runInSlices(takeMs(100), 'bulk').then(() => order.push('bulk')),
      computation.load('bulk'),
      computation.load().then(() => order.push('needed')),
    ]
    await Promise.all(running)
    assert.deepEqual(order, ['needed', 'bulk'])
  })

  it('rejects with its error, and others that wait go on', async () => {
    const succeeding = [runInSlices(takeMs(100)), runInSlices(takeMs(100))]
    const failing = runInSlices(takeMs(60, () => now % 50 === 0 && stop()))
    await assert.rejects(failing, /stopped/)
    await Promise.all(succeeding)
  })

  it('yields after a number of items', () => {
    const counter = new StepCounter()
    const isOver = Array.from({ length: 2 * itemsPerStep }, () => counter.isStepOver())
    assert.deepEqual([isOver.indexOf(true) + 1, isOver.lastIndexOf(true) + 1], [200, 400])
  })
})

describe('Steps: The result of a computation', () => {
  it('is computed once, in slices, at once, or both', async () => {
    const numbers: number[] = []
    const computation = new Computation(countTo(3, (number) => numbers.push(number)))
    const loading = [computation.load(), computation.load()]
    assert.equal(computation.result, 3)
    assert.deepEqual(await Promise.all(loading), [3, 3])
    assert.equal(await computation.load(), 3)
    assert.deepEqual(numbers, [0, 1, 2])
  })

  it('is an error each time, if the computation has failed', async () => {
    const computation = new Computation(countTo(3, stop))
    const loading = [computation.load(), computation.load()]
    assert.throws(() => computation.result, /stopped/)
    for (const load of loading) await assert.rejects(load, /stopped/)
    assert.throws(() => computation.result, /stopped/)
    await assert.rejects(computation.load(), /stopped/)
  })
})

describe('Steps: Their number is in proportion to the text when', () => {
  const itemCount = 4000
  const pool = 'resource "x_machine_pool" "a" {\n  name = "a"\n  zones = ["us-east-1a"]\n}\n'
  const text = pool.repeat(itemCount)
  const zones = completeList([{ name: 'us-east-1b' }])
  const known = {
    provider: 'aws',
    regions: [{ region: 'us-east-1', zones }],
    listedRegions: new Set(['us-east-1']),
    instanceTypesIn: () => undefined,
  }
  const { blocks } = runAtOnce(readBlocks(text, 'hcl'))
  const stepsPerText = itemCount / itemsPerStep
  const blocksOf = (part: string) => runAtOnce(readBlocks(part.repeat(itemCount), 'yaml')).blocks

  /** Asserts that a computation has at least a number of steps for each 200 items. */
  function assertSteps(steps: Steps<unknown>, minStepsPerItem: number): void {
    const count = countSteps(steps)
    assert.ok(count >= minStepsPerItem * stepsPerText, `${count} steps`)
  }

  it('a text is read', () => assertSteps(readBlocks(text, 'hcl'), 10))
  it('zones are found', () => assertSteps(findReferences(blocks, 'hcl'), 2))
  it('missing zones are found', () => assertSteps(findReferences(blocksOf('zone:\n'), 'yaml'), 1))

  it('zones that are keys are found', () => {
    const keys = Array.from({ length: itemCount }, (_, index) => `  us-east-1-lx-${index}: 1\n`)
    const { blocks: map } = runAtOnce(readBlocks(`az_subnets:\n${keys.join('')}`, 'yaml'))
    assertSteps(findReferences(map, 'yaml'), 2)
  })

  it('zones and instance types are checked', () => {
    const references = runAtOnce(findReferences(blocks, 'hcl'))
    assertSteps(checkText({ text, blocks, references, isHcl: true }, known), 2)
  })

  it('machine pools of HCL are found', () => assertSteps(findPools(blocks, true), 1))
  it('machine pools of YAML are found', () =>
    assertSteps(findPools(blocksOf('- a: 1\n'), false), 1))
  it('what a text contains is listed', () => assertSteps(listEntries(blocks), 4))

  it('zones are inserted: the text is read twice, its content compared', () => {
    const at = text.indexOf('[') + 1
    const steps = insertZones(text, [{ start: at, end: at }], [{ name: 'b' }], 'hcl', '\n')
    const readings = 2 * countSteps(readBlocks(text, 'hcl'))
    const comparisons = 4 * countSteps(listEntries(blocks)) // listed twice, and divided twice
    assert.ok(countSteps(steps) > readings + comparisons)
  })
})
