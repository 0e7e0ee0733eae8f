import { strict as assert } from 'node:assert'
import { realTime } from '../../../clock.ts'
import { until } from '../../../until.ts'
import { answers } from './answers.ts'
import { lastWorker } from './lastWorker.ts'
import { meanwhile } from './meanwhile.ts'
import { withoutEffect } from './noEffect.ts'
import { reloads } from './reloads.ts'
import type { Interleaving } from './rows.ts'
import { Scene, settle, type Seen } from './scene.ts'
import { stored } from './stored.ts'
import { twoWindows } from './twoWindows.ts'

// The tables drive the product only from outside.

const tables: Readonly<Record<string, readonly Interleaving[]>> = {
  'A deletion in one window': answers,
  'A deletion in a window that is reloaded or closed': reloads,
  'A deletion in two windows': twoWindows,
  'A deletion, while something else changes,': meanwhile,
  'A deletion, with its storage,': stored,
  'A deletion that nobody knows the end of': withoutEffect,
  'Deletions in one cluster': lastWorker,
}

const defaultPool = 'gpu' as const
/** How long the end may take; how soon it comes is nobody’s matter here. */
const maxMs = 30_000

for (const [name, rows] of Object.entries(tables)) {
  describe(`Deletion: Interleavings: ${name}`, () => {
    let scene: Scene
    beforeEach(async () => {
      scene = new Scene()
      await scene.begin()
    })
    afterEach(() => scene.end())

    for (const { what, steps, pools = [defaultPool], ends } of rows) {
      it(what, async () => {
        for (const step of steps) await step(scene)
        const expected = [ends].flat()
        const end = await reached(expected, () => scene.seen(pools))
        await settle(scene) // what is told twice is told by then
        assert.deepEqual(await scene.seen(pools), end)
        assert.deepEqual(scene.faults, [])
        const isUnderWay = /deleting|accepted/.test(end.row + end.history)
        if (isUnderWay) return
        const isStanding = () => scene.open.some(([, seat]) => scene.standing(seat) > 0)
        await until('the end of each progress', () => !isStanding())
      })
    }
  })
}

/** Returns the end that was reached, or fails with the difference. */
async function reached(expected: readonly Seen[], look: () => Promise<Seen>): Promise<Seen> {
  const keys = expected.map(keyOf)
  const endsAt = realTime() + maxMs
  for (;;) {
    const seen = await look()
    const found = expected[keys.indexOf(keyOf(seen))]
    if (found) return found
    if (realTime() > endsAt) assert.deepEqual(seen, expected.length === 1 ? expected[0] : expected)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

function keyOf({ sent, told, row, history }: Seen): string {
  return JSON.stringify([sent, told.a, told.b, row, history])
}
