import { testClock } from '../../clock.ts'
import { settingIds } from '../../../src/contributions.ts'
import type { MachinePoolNode } from '../../../src/ui/trees/nodes.ts'
import { type Fault, startSandbox, type Sandbox } from '../../sandbox/service.ts'
import { FakeMachine } from '../../fakeVscode/machine.ts'
import type { FakeWindow } from '../../fakeVscode/window.ts'
import { modalsOf, type Run } from '../../fakeVscode/run.ts'
import { FakeInputBox } from '../../fakeVscode/quickInputs.ts'
import { until } from '../../until.ts'
import { names, pools, type Action, type Deletion, type Event } from './actions.ts'
import { Ledger, targetOf } from './ledger.ts'

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
  /** How many questions of each run were answered, and in how many boxes something was typed. */
  readonly #answered = new Map<Run, number>()
  readonly #typed = new Map<Run, number>()
  /** The hosts of the connections when each run began. */
  readonly #hosts = new Map<Run, ReadonlyMap<string, string>>()
  #held: PromiseWithResolvers<void> | undefined
  #isHeld = false
  /** How often the secret storage and the disk are still to reject. */
  #locked = 0
  #full = 0
  /** How often a cloud config was asked for. */
  #looks = 0
  /** Whether so much time has passed that nobody has to look any more unasked. */
  #isLate = false

  constructor(services: readonly Sandbox[]) {
    this.#services = services
    this.ledger = new Ledger(this.machine, services)
    this.machine.onDeparture = async (departure) => {
      this.ledger.departs(departure)
      if (departure.method === 'GET' && departure.url.includes('cloudconfigs')) this.#looks += 1
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
      service.drain = 'manual'
    }
    this.machine.begin()
    testClock.shorten('deadline', 150)
    this.#letReject()
    this.#window = this.machine.open()
    for (const [at, name] of names.entries()) await this.#write({ name, service: at })
    await this.#happen({ does: 'look' })
  }

  async end(): Promise<void> {
    await this.machine.end()
  }

  /**
   * Once all is well again, each deletion whose pool is gone comes to its end: somebody has followed it
   * through all that has happened, and follows it now.
   */
  async finish(): Promise<void> {
    // One whose answer a closed window would have got may be under way for a minute.
    await this.#happen({ does: 'later', minutes: 2 })
    this.#locked = 0
    this.#full = 0
    for (const service of this.#services) Object.assign(service, { lookups: 'all', latencyMs: 0 })
    // As they were at first; those of other names stay as they are.
    const entries = this.machine.connections.map((entry) => {
      const service = this.#services[names.findIndex((name) => name === entry.name)]!
      const isMoved = new URL(entry.baseUrl).host !== new URL(service.baseUrl).host
      return isMoved ? entry : { name: entry.name, baseUrl: service.baseUrl }
    })
    const missing = names.filter((name) => entries.every((one) => one.name !== name))
    const dropped = missing.map((name) => {
      const { baseUrl } = this.#services[names.indexOf(name)]!
      return { name, baseUrl }
    })
    this.machine.set(settingIds.connections, [...entries, ...dropped])
    for (const service of this.#services) service.drainStep(100)
    await this.#window.pools()
    await until('the end of all that is gone', async () => {
      if (this.ledger.unfinished().length === 0) return true
      if (this.#isLate) this.#window.gainFocus()
      await this.#follow(null)
      return false
    })
    this.ledger.check(this.#runs)
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
        return this.#to('pin', this.#poolArguments(event.pool))
      case 'untrack': {
        const row = this.#rows[event.row]
        this.ledger.forget()
        return row && this.#to('unpin', row)
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
        return this.#to('manageConnections', event.name)
      case 'remove': {
        const run = window.start('removeConnection', event.name)
        await until('the question or the end', () => run.isOver || modalsOf(run).length > 0)
        modalsOf(run)[0]?.press('Remove Connection')
        this.ledger.forget()
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
        this.#isLate = true
        return undefined
      case 'follow':
        return this.#follow(event.trouble)
      case 'lock':
        this.#locked = event.times
        return undefined
      case 'fill':
        this.#full = event.times
        return undefined
      case 'serve': {
        const { lookups, drain } = event
        this.ledger.isDark ||= lookups === 'none' || Object.hasOwn(Object(lookups), 'cloudConfig')
        for (const service of this.#services) Object.assign(service, { lookups, drain })
        return undefined
      }
    }
  }

  async #delete({ answer, meanwhile, during, fault, reading, twice, ...what }: Deletion) {
    const window = this.#window
    const row = what.row === null ? undefined : this.#rows[what.row]
    const given = row ?? this.#poolArguments(what.pool)
    for (const service of this.#services) {
      if (fault) service.addFault({ method: 'DELETE', ...fault })
      if (reading) service.addFault({ method: 'GET', path: 'cloudconfigs', times: 2, ...reading })
    }
    this.ledger.isNextLost = isLoss(fault)
    const runs = [...Array(twice ? 2 : 1)].map(() => window.start('deleteMachinePool', given))
    this.#runs.push(...runs)
    const entries = this.machine.connections.map(
      ({ name, baseUrl }) => [name, new URL(baseUrl).host] as const,
    )
    for (const run of runs) this.#hosts.set(run, new Map(entries))
    for (const run of runs) await this.#question(run)
    for (const event of meanwhile) await this.#happen(event)
    if (during.length > 0) this.#held = Promise.withResolvers()
    this.#isHeld = false
    const areOver = () => window.isClosed || runs.every(({ isOver }) => isOver)
    const answerAll = async (isEnough: () => boolean) => {
      for (;;) {
        // One may be asked again: the cluster has changed while its question stood.
        for (const run of runs) await this.#answer(run, window, answer)
        const isAsked = () => runs.some((run) => modalsOf(run).length > this.#answeredOf(run))
        await until('a question, a request or the end', () => isEnough() || areOver() || isAsked())
        if (isEnough() || areOver()) return
      }
    }
    if (this.#held) {
      await answerAll(() => this.#isHeld)
      for (const event of during) await this.#happen(event)
      this.#held.resolve()
      this.#held = undefined
    }
    await answerAll(areOver)
    // What was sent, also if it was canceled or the window is closed: it must not take the fault of the next.
    await this.machine.arrival()
  }

  /** Waits for the question, and gives the key where that is asked for. */
  async #question(run: Run): Promise<void> {
    const isAsked = () => modalsOf(run).length > 0 || run.isOver
    await until('a question or the end', () => isAsked() || run.prompts.length > 0)
    if (isAsked()) return
    this.#giveKey(run.prompts[0] as FakeInputBox)
    await until('a question or the end', isAsked)
  }

  #answeredOf(run: Run): number {
    return this.#answered.get(run) ?? 0
  }

  /** To the host that the prompt names; one that it does not name gets none. */
  #giveKey(box: FakeInputBox): void {
    const service = this.#services.find(({ baseUrl }) => box.prompt.includes(new URL(baseUrl).host))
    if (box.password && service) box.answer(service.apiKey)
    else box.escape()
  }

  async #answer(run: Run, window: FakeWindow, answer: Deletion['answer']): Promise<void> {
    const answered = this.#answeredOf(run)
    const modal = modalsOf(run)[answered]
    if (run.isOver || !modal || window.isClosed) return
    this.#answered.set(run, answered + 1)
    this.ledger.withdraw(run)
    const [, button = ''] = modal.buttons
    const mustType = button.endsWith('…')
    if (answer === 'cancel') return modal.press()
    const [{ data }] = this.#services as [Sandbox]
    const hosts = this.#hosts.get(run) ?? new Map<string, string>()
    const target = targetOf(run, { hosts, configs: data.configs, projects: data.projects })
    if (!mustType && answer === 'mistype') return modal.press()
    if (!mustType) this.ledger.confirm(run, window, target, false)
    modal.press(button)
    if (!mustType) return
    const box = await until('the box', () => {
      const boxes = run.prompts.filter((one) => one instanceof FakeInputBox && !one.password)
      const fresh = boxes.slice(this.#typed.get(run) ?? 0)
      return (fresh[0] as FakeInputBox | undefined) ?? (run.isOver || window.isClosed)
    })
    if (box === true) return
    this.#typed.set(run, (this.#typed.get(run) ?? 0) + 1)
    const right = box.placeholder
    if (answer === 'confirm') this.ledger.confirm(run, window, target, true)
    box.answer(answer === 'confirm' ? right : `${right}.`)
    if (answer === 'mistype') box.escape()
  }

  /** Waits until whoever follows deletions has looked twice, or nobody does. */
  async #follow(trouble: Fault | null): Promise<void> {
    if (trouble) {
      const fault = { method: 'GET', path: 'cloudconfigs', ...trouble }
      for (const service of this.#services) service.addFault(fault)
    }
    const enough = this.#looks + 4
    let last = this.#looks
    let quiet = 0
    await until('two looks', () => {
      quiet = this.#looks === last ? quiet + 1 : 0
      last = this.#looks
      return last >= enough || quiet > 20
    })
  }

  /** Has the secret storage and the disk reject as often as they are to. */
  #letReject(): void {
    this.machine.secrets.onGet = () => {
      if (this.#locked > 0) throw new Error(`The keyring is locked (${this.#locked--})`)
    }
    this.machine.files.onWrite = () => {
      if (this.#full > 0) throw new Error(`No space left on device (${this.#full--})`)
    }
  }

  async #write({ name, service, project, protection }: Omit<Event & { does: 'write' }, 'does'>) {
    const { baseUrl, apiKey } = this.#services[service]!
    const isKnown = this.machine.connections.some((one) => one.name === name)
    const more = { ...(project && { projectUid: project }), ...(protection && { protection }) }
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
    const run = this.#window.start(...command)
    let isOver = false
    const end = run.end.finally(() => (isOver = true))
    await until('its end', () => {
      // Without a connection, it asks for one.
      for (const prompt of run.prompts) prompt.escape()
      return isOver
    })
    await end
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
