import { strict as assert } from 'node:assert'
import { realTime } from '../../../clock.ts'
import { until } from '../../../until.ts'
import { answers } from './answers.ts'
import { atOnce } from './atOnce.ts'
import { lastWorker } from './lastWorker.ts'
import { meanwhile } from './meanwhile.ts'
import { listedUntilEnd } from './listedUntilEnd.ts'
import { withoutEffect } from './noEffect.ts'
import { reloads } from './reloads.ts'
import type { Interleaving } from './rows.ts'
import { Scene, settle, type EndState } from './scene.ts'
import { stored } from './stored.ts'
import { twoWindows } from './twoWindows.ts'
import { unlisted } from './unlisted.ts'

// The tables drive the product only from outside.

const tables: Readonly<Record<string, readonly Interleaving[]>> = {
  'A deletion in one window': answers,
  'A deletion that is confirmed at once': atOnce,
  'A deletion in a window that is reloaded or closed': reloads,
  'A deletion in two windows': twoWindows,
  'A deletion, while something else changes,': meanwhile,
  'A deletion, with its storage,': stored,
  'A deletion that has an unknown outcome': withoutEffect,
  'Deletions in one cluster': lastWorker,
  'A deletion whose machine pool leaves the cloud config before its machines': unlisted,
  'A deletion whose machine pool is listed until its machines are gone': listedUntilEnd,
}

const defaultPool = 'gpu' as const
/** The maximum time until the expected state is reached. Its speed isn’t tested here. */
const maxMs = 30_000

for (const [name, rows] of Object.entries(tables)) {
  describe(`Deletion: Interleavings: ${name}`, () => {
    let scene: Scene
    beforeEach(async () => {
      scene = new Scene()
      await scene.begin()
    })
    afterEach(() => scene.end())

    for (const { what, steps, pools = [defaultPool], expected } of rows) {
      it(what, async () => {
        for (const step of steps) await step(scene)
        const state = await waitForState([expected].flat(), () => scene.currentState(pools))
        await settle(scene) // what is reported twice is reported by then
        assert.deepEqual(await scene.currentState(pools), state)
        assert.deepEqual(scene.faults, [])
        const isInProgress = /deleting|accepted|no longer listed/.test(state.row + state.history)
        if (isInProgress) return
        const isProgressOpen = () =>
          scene.open.some(([, seat]) => scene.countOpenProgress(seat) > 0)
        await until('the end of each progress', () => !isProgressOpen())
      })
    }
  })
}

/** Resolves to the expected state that was reached, or fails with the difference. */
async function waitForState(
  expected: readonly EndState[],
  readState: () => Promise<EndState>,
): Promise<EndState> {
  const keys = expected.map(stateKey)
  const endsAt = realTime() + maxMs
  for (;;) {
    const state = await readState()
    const reached = expected[keys.indexOf(stateKey(state))]
    if (reached) return reached
    if (realTime() > endsAt) {
      assert.deepEqual(state, expected.length === 1 ? expected[0] : expected)
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

function stateKey({ sent, messages, row, history }: EndState): string {
  return JSON.stringify([sent, messages.a, messages.b, row, history])
}
