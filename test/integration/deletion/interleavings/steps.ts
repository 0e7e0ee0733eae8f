import { strict as assert } from 'node:assert'
import { testClock } from '../../../clock.ts'
import type { Fault } from '../../../sandbox/service.ts'
import { until } from '../../../until.ts'
import type { WindowName, PoolName, Scene } from './scene.ts'

/** One step of a row of the table; it ends when all that it causes at once is over. */
export type Step = (scene: Scene) => Promise<void> | void

/** What becomes of a request: a status, or how the connection ends; what is lost never arrives. */
export type ResponseKind = number | 'cut' | 'timeout' | 'lost' | 'page'

const faults: Readonly<Record<Exclude<ResponseKind, number | 'lost'>, Fault>> = {
  cut: { cut: 'beforeHeaders' },
  timeout: { stall: 'beforeHeaders' },
  page: { body: '<html>sign in</html>', headers: { 'content-type': 'text/html' } },
}

/** The steps in one window; all windows share one storage. */
class WindowSteps {
  readonly #name: WindowName

  constructor(name: WindowName) {
    this.#name = name
  }

  open = (): Step => (scene) => scene.openWindow(this.#name)
  close = (): Step => (scene) => scene.closeWindow(this.#name)
  reload = (): Step => sequence(this.close(), this.open())
  focus = (): Step => (scene) => scene.seat(this.#name).window.gainFocus()
  refresh = (): Step => async (scene) => {
    await scene.seat(this.#name).window.run('refreshMachinePools')
  }
  /** Its lookups don’t leave, until it can {@link releaseLookups} again; what has left before is answered first. */
  holdLookups = (): Step => async (scene) => {
    scene.setLookupsHeld(this.#name, true)
    await scene.machine.waitForResponses()
  }
  releaseLookups = (): Step => (scene) => scene.setLookupsHeld(this.#name, false)

  /** Begins a deletion, up to its question or its end. */
  openDialog(pool: PoolName = 'gpu'): Step {
    return async (scene) => {
      const { window, deletions } = scene.seat(this.#name)
      const run = window.startCommand('deleteMachinePool', scene.target(pool))
      const deletion = { run, pool, answered: 0 }
      deletions.push(deletion)
      await until('a question or the end', () => run.isOver || scene.findQuestion(deletion))
    }
  }

  /** Leaves the question for a machine pool, or the last one. */
  escape(pool?: PoolName): Step {
    return async (scene) => {
      const { modal, run } = scene.takeQuestion(this.#name, pool)
      modal.press()
      await run.end
    }
  }

  /** Confirms it, by typing where that is wanted, up to the request, another question, or the end. */
  confirm(pool?: PoolName): Step {
    return async (scene) => {
      const { deletion, modal, run } = scene.takeQuestion(this.#name, pool)
      const { length } = scene.requests
      const [, button = ''] = modal.buttons
      // What nobody has listed must be typed.
      if (button.endsWith('…') || deletion.pool === 'typo')
        await scene.type(run, modal, deletion.pool)
      else modal.press(button)
      const isSent = () => scene.requests.slice(length).some((later) => later.run === run)
      await until('what follows', () => run.isOver || isSent() || scene.findQuestion(deletion))
    }
  }

  /** Asks and confirms, up to the request. */
  send = (pool?: PoolName): Step => sequence(this.openDialog(pool), this.confirm(pool))
  /** Asks, confirms, and has the service accept. */
  accept = (pool?: PoolName): Step => sequence(this.send(pool), this.respond(204))
  /** Has the service accept, and sees its pool drain. */
  acceptAndPoll = (pool?: PoolName): Step => sequence(this.accept(pool), this.waitForLookups())
  /** Has no definite answer. */
  sendWithoutResponse = (pool?: PoolName): Step => sequence(this.send(pool), this.respond(502))
  decline = (pool?: PoolName): Step => sequence(this.openDialog(pool), this.escape())
  overdue = (minutes: number): Step =>
    sequence(() => void testClock.putForward(minutes), this.waitForMessage('overdue gpu'))

  /** Presses Cancel under the progress of what is being sent. */
  cancel(): Step {
    return async (scene) => {
      const { run } = scene.seat(this.#name).deletions.at(-1) ?? assert.fail()
      await until('Cancel', () => run.isCancellable)
      run.cancel()
      await run.end
    }
  }

  /**
   * Answers its request that waits longest. A failure has taken effect only if it is `done`. 204 is whatever the
   * service says by itself: 404 if the machine pool is gone.
   */
  respond(what: ResponseKind, done?: 'done'): Step {
    return async (scene) => {
      const found = scene.requests.find(
        (request) => request.name === this.#name && !request.isReleased,
      )
      const request = found ?? assert.fail(`No request of ${this.#name}`)
      const { run, pool } = request
      const fault = typeof what === 'number' ? { status: what } : what !== 'lost' && faults[what]
      if (fault && what !== 204) {
        scene.service.addFault({ method: 'DELETE', ...fault, ...(done && { afterEffect: true }) })
      }
      const { length } = scene.requests
      const arrived = scene.deletions().length
      request.release(what === 'lost' ? new TypeError('fetch failed') : undefined)
      if (what !== 'lost' && !pool.startsWith('elsewhere')) {
        await until('its arrival', () => scene.deletions().length > arrived)
      }
      if (what === 'timeout') testClock.endWaits('deadline')
      const deletion = scene.seat(this.#name).deletions.find((candidate) => candidate.run === run)
      const isNext = () => scene.requests.slice(length).some((later) => later.run === run)
      await until('what follows', () => {
        const isOver = !deletion || deletion.run.isOver || scene.seat(this.#name).window.isClosed
        return isOver || isNext() || scene.findQuestion(deletion)
      })
      request.isReleased = true
    }
  }

  /** Waits until it has looked at the clusters so many times more. */
  waitForLookups(times = 4): Step {
    return async (scene) => {
      const enough = scene.countLookups(this.#name) + times
      await until(`looks of ${this.#name}`, () => scene.countLookups(this.#name) >= enough)
    }
  }

  /** Waits until it is closed by what happens meanwhile. */
  waitForClose(): Step {
    return async (scene) => {
      const { window } = scene.seat(this.#name)
      await until('the end of the window', () => window.isClosed)
    }
  }

  /** Waits for a message, by its word. */
  waitForMessage(word: string): Step {
    return async (scene) => {
      await until(word, () => scene.messageWords(scene.seat(this.#name)).includes(word))
    }
  }

  clearHistory = (): Step => async (scene) => {
    await scene.clearHistory(scene.seat(this.#name).window)
  }
  unpin(pool: PoolName = 'gpu'): Step {
    return async (scene) => {
      const { window } = scene.seat(this.#name)
      await window.run('unpin', await scene.node(window, pool))
    }
  }

  /** Removes the row during a lookup, which something happens before. */
  unpinDuringLookup(event: Step, pool: PoolName = 'gpu'): Step {
    return async (scene) => {
      const { window } = scene.seat(this.#name)
      const node = await scene.node(window, pool)
      scene.setLookupsHeld(this.#name, true)
      await this.waitForLookups(1)(scene)
      await window.run('unpin', node)
      await event(scene)
      scene.setLookupsHeld(this.#name, false)
    }
  }
}

export const a = new WindowSteps('a')
export const b = new WindowSteps('b')

/** Takes steps one after the other. */
export function sequence(...steps: Step[]): Step {
  return async (scene) => {
    for (const step of steps) await step(scene)
  }
}

/** Begins steps at the same moment. */
export function atOnce(...steps: Step[]): Step {
  return async (scene) => void (await Promise.all(steps.map(async (step) => step(scene))))
}
