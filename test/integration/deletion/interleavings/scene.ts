import { strict as assert } from 'node:assert'
import { testClock } from '../../../clock.ts'
import type { Message, CommandRun } from '../../../fakeVscode/dialogs.ts'
import type { OutgoingRequest } from '../../../fakeVscode/computer.ts'
import type { FakeWindow } from '../../../fakeVscode/window.ts'
import type { MachinePoolNode } from '../../../../src/ui/trees/nodes.ts'
import { configs } from '../../../sandbox/data.ts'
import type { Sandbox } from '../../../sandbox/service.ts'
import { until } from '../../../until.ts'
import { Windows } from '../races/windows.ts'
import { markWord, outcomeWord, dialogWord, messageWordFor } from './words.ts'

/** The machine pools: `gpu`, `web`, and `batch` are the workers of one cluster, `spark` and `kafka` of another. */
const nodes = { gpu: 2, web: 6, batch: 1, spark: 2, kafka: 2 }
export type PoolName = keyof typeof nodes | 'typo'
/** A window; all share one storage. */
export type WindowName = 'a' | 'b'

/** A command in a window. */
interface Deletion {
  run: CommandRun
  pool: PoolName
  /** How many of its questions have been answered. */
  answered: number
}

/** A delete request that has left, and waits for what becomes of it. */
interface Request {
  name: WindowName
  pool: string
  run: CommandRun | undefined
  isReleased: boolean
  release: (error?: Error) => void
}

interface Seat {
  window: FakeWindow
  deletions: Deletion[]
  /** The words of the messages from before the window was reloaded or closed. */
  before: string[]
}

/** What a row of the table expects, as it is seen from outside. */
export interface EndState {
  sent: string
  messages: Partial<Record<WindowName, string>>
  row: string
  history: string
}

/** Windows of a machine, a service whose answers to deletions are given by hand, and what people see. */
export class Scene extends Windows {
  readonly seats = new Map<WindowName, Seat>()
  readonly requests: Request[] = []
  readonly sent: string[] = []
  /** What must never be. */
  readonly faults: string[] = []
  /** The windows whose lookups are kept from leaving. */
  readonly #heldLookups = new Map<WindowName, PromiseWithResolvers<void>>()
  readonly #lookupCounts = new Map<WindowName, number>()

  override async begin(): Promise<void> {
    await super.begin()
    this.service.data.configs = [configs.checkout, configs.dataPlatform].map((config) => ({
      ...structuredClone(config),
      pools: config.pools.flatMap(({ ...pool }) => {
        const name = names[pool.name] ?? pool.name
        return { ...pool, name, size: nodes[name as keyof typeof nodes] ?? pool.size }
      }),
    }))
    this.seats.set('a', { window: this.window, deletions: [], before: [] })
    this.machine.onRequest = (departure) => this.#handleRequest(departure)
  }

  override async end(): Promise<void> {
    for (const request of this.requests) request.release()
    for (const { resolve } of this.#heldLookups.values()) resolve()
    await super.end()
  }

  seat(name: WindowName): Seat {
    return this.seats.get(name) ?? assert.fail(`No window ${name}`)
  }

  /** The windows that are open. */
  get open(): [WindowName, Seat][] {
    return [...this.seats].filter(([, { window }]) => !window.isClosed)
  }

  openWindow(name: WindowName): void {
    const { globalState } = this.seat('a').window
    const before = this.seats.get(name)?.before ?? []
    const window = this.machine.open(globalState.text)
    this.seats.set(name, { window, deletions: [], before })
    if (name === 'a') this.window = window
  }

  closeWindow(name: WindowName): void {
    const seat = this.seat(name)
    const before = this.messageWords(seat)
    seat.window.kill()
    this.seats.set(name, { ...seat, deletions: [], before })
  }

  setLookupsHeld(name: WindowName, isBlind: boolean): void {
    this.#heldLookups.get(name)?.resolve()
    if (isBlind) this.#heldLookups.set(name, Promise.withResolvers())
    else this.#heldLookups.delete(name)
  }

  /** The cluster of a machine pool, as the service has it. */
  cluster(pool: PoolName, { data }: Sandbox = this.service) {
    const { uid } = ['spark', 'kafka'].includes(pool) ? configs.dataPlatform : configs.checkout
    return data.configs.find((config) => config.uid === uid) ?? assert.fail()
  }

  target(pool: PoolName) {
    const { provider, uid: configUid } = this.cluster(pool)
    return { provider, configUid, machinePoolName: pool }
  }

  async node(window: FakeWindow, pool: PoolName): Promise<MachinePoolNode> {
    const rows = await window.pools()
    return rows.find(({ machinePoolName }) => machinePoolName === pool) ?? assert.fail(pool)
  }

  /** The question of a command that waits for an answer. */
  findQuestion({ run, answered }: Deletion): Message | undefined {
    return run.isOver ? undefined : run.modals[answered]
  }

  /** Takes the last question of a window that waits for an answer, or the one for a machine pool. */
  takeQuestion(name: WindowName, pool?: PoolName) {
    const { deletions } = this.seat(name)
    const deletion = deletions.findLast((candidate) => {
      return this.findQuestion(candidate) && (!pool || candidate.pool === pool)
    })
    const modal = deletion && this.findQuestion(deletion)
    if (!modal) assert.fail(`No question in ${name}`)
    deletion.answered++
    return { deletion, modal, run: deletion.run }
  }

  /** How often a window has looked at the clusters. */
  countLookups(name: WindowName): number {
    return this.#lookupCounts.get(name) ?? 0
  }

  /** Returns the words of all messages and questions of a window (`words.ts`). */
  messageWords({ before, deletions, window }: Seat): string[] {
    if (window.isClosed) return before
    const words = deletions.flatMap(({ run }) => {
      const asked = run.modals.map(({ detail }) => dialogWord(detail))
      const reported = [...run.deletionProgressTexts, ...run.notifications.map(({ text }) => text)]
      return [...asked, ...new Set(reported.map(messageWord))]
    })
    const later = window.dialogs.messages.map(({ text }) => messageWord(text))
    return [...before, ...words, ...later].filter((word) => word !== '')
  }

  /** The progress notifications that stand. */
  countOpenProgress({ deletions, window }: Seat): number {
    const all = [window.dialogs, ...deletions.map(({ run }) => run)]
    return all.reduce((sum, { openProgress }) => sum + openProgress.length, 0)
  }

  /** What is to be seen now, in all windows that are open. */
  async currentState(pools: readonly PoolName[]): Promise<EndState> {
    const rows = new Set<string>()
    const histories = new Set<string>()
    for (const [, { window }] of this.open) {
      rows.add(await this.#rows(window, pools))
      histories.add(await readHistory(window))
    }
    const messageWords = [...this.seats].map(
      ([name, seat]) => [name, this.messageWords(seat).join(', ')] as const,
    )
    return {
      sent: this.sent.join(', '),
      messages: Object.fromEntries(messageWords.filter(([, words]) => words !== '')),
      row: [...rows].join(' / '),
      history: [...histories].join(' / '),
    }
  }

  async #rows(window: FakeWindow, pools: readonly PoolName[]): Promise<string> {
    const all = await window.pools()
    const words = pools.map(async (pool) => {
      const row = all.find(({ machinePoolName }) => machinePoolName === pool)
      const item = row && (await window.item('machinePools', row))
      return item ? markWord(String(item.description)) : 'none'
    })
    return (await Promise.all(words)).join(', ')
  }

  async #handleRequest({ window, run, method, url }: OutgoingRequest): Promise<void> {
    const [name] = [...this.seats].find(([, seat]) => seat.window === window) ?? ['a' as const]
    if (method !== 'DELETE') {
      if (url.includes('/cloudconfigs/')) this.#lookupCounts.set(name, this.countLookups(name) + 1)
      return this.#heldLookups.get(name)?.promise
    }
    const isHome = url.startsWith(this.service.baseUrl)
    const pool = `${isHome ? '' : 'elsewhere '}${url.split('/').at(-1)}`
    const isUnderWay = this.requests.some((request) => request.pool === pool && !request.isReleased)
    if (isUnderWay) this.faults.push(`${pool} was sent twice at once`)
    if (this.machine.files.paths.length === 0) this.faults.push(`${pool} was sent unrecorded`)
    this.sent.push(pool)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const release = (error?: Error) => (error ? reject(error) : resolve())
    this.requests.push({ name, pool, run, isReleased: false, release })
    return promise
  }
}

const names: Readonly<Record<string, string>> = {
  'gpu-inference': 'gpu',
  'worker-pool': 'web',
  'batch-spot': 'batch',
  'spark-executors': 'spark',
  'kafka-brokers': 'kafka',
}

function messageWord(text: string): string {
  return messageWordFor(text, [...Object.keys(nodes), 'typo'])
}

/** What the history of a window says, the latest deletion first. */
async function readHistory(window: FakeWindow): Promise<string> {
  const run = window.startCommand('showDeletionHistory')
  const list = await until('the history', () => run.prompts[0] ?? run.messages[0])
  if (!('items' in list)) return ''
  const entries = list.items.filter(({ detail }) => detail)
  list.escape()
  await run.end
  const words = entries.map(({ label, detail = '' }) => {
    const [title = ''] = detail.split(' · ')
    return `${outcomeWord(title)} ${label.replace(/^\$\([a-z~-]+\) /, '')}`
  })
  return words.sort().join(', ')
}

/** Waits until everything that is under way now has come to its end. */
export async function settle(scene: Scene): Promise<void> {
  for (const [, { window }] of scene.open) {
    window.gainFocus()
    await window.run('refreshMachinePools')
  }
  await scene.machine.waitForResponses()
  testClock.endWaits('following')
  await scene.machine.waitForResponses()
}
