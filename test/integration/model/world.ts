import { testClock } from '../../clock.ts'
import { settingIds } from '../../../src/contributions.ts'
import type { MachinePoolNode } from '../../../src/views/nodes.ts'
import { type Fault, startSandbox, type Sandbox } from '../../sandbox/service.ts'
import { FakeMachine } from '../../fakeVscode/machine.ts'
import type { FakeWindow } from '../../fakeVscode/window.ts'
import { modalsOf, type Run } from '../../fakeVscode/run.ts'
import { FakeInputBox } from '../../fakeVscode/quickInputs.ts'
import { until } from '../../until.ts'
import { names, pools, type Action, type Deletion, type Event } from './actions.ts'
import { Ledger, targetsOf } from './ledger.ts'

let worlds = 0

/** A person at a window with two connections to two services that fail at times. */
export class World {
  readonly machine = new FakeMachine()
  readonly ledger: Ledger
  readonly #services: readonly Sandbox[]
  #window!: FakeWindow
  /** The rows as they were at the last look. */
  #rows: MachinePoolNode[] = []
  readonly #runs: Run[] = []
  #held: PromiseWithResolvers<void> | undefined
  #isHeld = false

  constructor(services: readonly Sandbox[]) {
    this.#services = services
    this.ledger = new Ledger(this.machine, services)
    this.machine.onDeparture = async (departure) => {
      this.ledger.departs(departure)
      if (departure.method !== 'DELETE' || !this.#held) return
      this.#isHeld = true
      await this.#held.promise
    }
  }

  async begin(): Promise<void> {
    worlds += 1
    for (const [at, service] of this.#services.entries()) {
      service.reset()
      service.apiKey = `canary-key-${worlds}-${at}`
    }
    this.machine.begin()
    testClock.shorten('deadline', 150)
    this.#window = this.machine.open()
    for (const [at, name] of names.entries()) await this.#write({ name, service: at })
    await this.#happen({ does: 'look' })
  }

  async end(): Promise<void> {
    await this.machine.end()
  }

  /** Does one thing to its end, and holds what came of it against what was confirmed. */
  async step(action: Action): Promise<void> {
    if (action.does === 'delete') await this.#delete(action)
    else await this.#happen(action)
    this.ledger.check(this.#runs)
    for (const service of this.#services) service.clearFaults()
  }

  async #happen(event: Event): Promise<void> {
    const window = this.#window
    switch (event.does) {
      case 'track':
        return this.#to('addMachinePool', this.#poolArguments(event.pool))
      case 'untrack': {
        const row = this.#rows[event.row]
        return row && this.#to('removeFromView', row)
      }
      case 'look':
        this.#rows = await window.pools()
        return undefined
      case 'refresh':
        return this.#to('refreshMachinePools')
      case 'reload':
        this.#window = window.reload()
        return undefined
      case 'cancel':
        for (const run of this.#runs) run.cancel()
        return undefined
      case 'clearKey':
        return this.#to('clearApiKey')
      case 'drain':
        for (const service of this.#services) service.drainStep()
        return undefined
      case 'switch':
        return this.#to('switchConnection', event.name)
      case 'remove': {
        const run = window.start('removeConnection', event.name)
        await until('the question or the end', () => run.isOver || modalsOf(run).length > 0)
        modalsOf(run)[0]?.press('Remove Connection')
        return run.end
      }
      case 'drop':
        this.machine.set(settingIds.connections, this.#others(event.name))
        return undefined
      case 'write':
        return this.#write(event)
      case 'select':
        return this.#to('selectProject', { projectUid: event.project })
      case 'later':
        testClock.putForward(event.minutes)
        return undefined
      case 'serve': {
        const { lookups, drain } = event
        for (const service of this.#services) Object.assign(service, { lookups, drain })
        return undefined
      }
    }
  }

  async #delete({ answer, meanwhile, during, fault, reading, twice, ...what }: Deletion) {
    const window = this.#window
    const rows = what.rows.flatMap((at) => this.#rows[at] ?? [])
    const given = rows.length > 0 ? [rows[0], rows] : [this.#poolArguments(what.pool)]
    for (const service of this.#services) {
      if (fault) service.addFault({ method: 'DELETE', ...fault })
      if (reading) service.addFault({ method: 'GET', path: 'cloudconfigs', times: 2, ...reading })
    }
    this.ledger.isNextLost = isLoss(fault)
    const runs = [...Array(twice ? 2 : 1)].map(() => window.start('deleteMachinePool', ...given))
    this.#runs.push(...runs)
    for (const run of runs) await this.#question(run)
    for (const event of meanwhile) await this.#happen(event)
    if (during.length > 0) this.#held = Promise.withResolvers()
    this.#isHeld = false
    for (const run of runs) await this.#answer(run, window, answer)
    const areOver = () => window.isClosed || runs.every(({ isOver }) => isOver)
    if (this.#held) {
      await until('a request or the end', () => this.#isHeld || areOver())
      for (const event of during) await this.#happen(event)
      this.#held.resolve()
      this.#held = undefined
    }
    await until('the end of the deletion', areOver)
    if (window.isClosed) await this.machine.arrival() // what it has sent, before the next step
  }

  /** Waits for the question, and gives the key where that is asked for. */
  async #question(run: Run): Promise<void> {
    const isAsked = () => modalsOf(run).length > 0 || run.isOver
    await until('a question or the end', () => isAsked() || run.prompts.length > 0)
    if (isAsked()) return
    this.#giveKey(run.prompts[0] as FakeInputBox)
    await until('a question or the end', isAsked)
  }

  /** To the host that the prompt names; one that it does not name gets none. */
  #giveKey(box: FakeInputBox): void {
    const service = this.#services.find(({ baseUrl }) => box.prompt.includes(new URL(baseUrl).host))
    if (box.password && service) box.answer(service.apiKey)
    else box.escape()
  }

  async #answer(run: Run, window: FakeWindow, answer: Deletion['answer']): Promise<void> {
    const [modal] = modalsOf(run)
    if (run.isOver || !modal || window.isClosed) return
    const [button = ''] = modal.buttons
    const mustType = button.endsWith('…')
    if (answer === 'cancel') return modal.press()
    const targets = targetsOf(run)
    if (!mustType && answer === 'mistype') return modal.press()
    if (!mustType) this.ledger.confirm(run, window, targets)
    modal.press(button)
    if (!mustType) return
    const [box] = await until('the box', () => {
      const boxes = run.prompts.filter((one) => one instanceof FakeInputBox && !one.password)
      return boxes.length > 0 && (boxes as FakeInputBox[])
    })
    const right = targets.length > 1 ? String(targets.length) : (targets[0]?.name ?? '')
    if (answer === 'confirm') this.ledger.confirm(run, window, targets)
    box?.answer(answer === 'confirm' ? right : `${right}.`)
    if (answer === 'mistype') box?.escape()
  }

  async #write({ name, service, project, readOnly }: Omit<Event & { does: 'write' }, 'does'>) {
    const { baseUrl, apiKey } = this.#services[service]!
    const isKnown = this.machine.connections.some((one) => one.name === name)
    const more = { ...(project && { projectUid: project }), ...(readOnly && { readOnly }) }
    this.machine.set(settingIds.connections, [...this.#others(name), { name, baseUrl, ...more }])
    // A new one is given its key; where the address of one changes, it will be asked for.
    if (!isKnown) await this.#to('setApiKey', { connection: name, apiKey })
  }

  #others(name: string) {
    return this.machine.connections.filter((one) => one.name !== name)
  }

  #poolArguments(at: number) {
    const [{ provider, uid, clusterName }, machinePoolName] = pools[at]!
    return { provider, configUid: uid, machinePoolName, configLabel: clusterName }
  }

  async #to(...command: Parameters<FakeWindow['run']>): Promise<void> {
    await this.#window.run(...command)
  }
}

/** Whether a fault leaves open what came of a deletion; after the headers of a 2xx that is known. */
function isLoss(fault: Fault | null): boolean {
  const { cut, stall, status = 0 } = fault ?? {}
  return cut === 'beforeHeaders' || stall !== undefined || status >= 500
}

/** The two services of a world. */
export async function startServices(): Promise<Sandbox[]> {
  return Promise.all([startSandbox(), startSandbox()])
}
