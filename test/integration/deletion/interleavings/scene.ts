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
import { markWord, outcomeWord, questionWord, reportWord } from './words.ts'

/** The machine pools: `gpu`, `web`, and `batch` are the workers of one cluster, `spark` and `kafka` of another. */
const nodes = { gpu: 2, web: 6, batch: 1, spark: 2, kafka: 2 }
export type PoolName = keyof typeof nodes | 'typo'
/** A window; all share one storage. */
export type Name = 'a' | 'b'

/** A command in a window. */
interface Deletion {
  run: CommandRun
  pool: PoolName
  /** How many of its questions have been answered. */
  answered: number
}

/** A delete request that has left, and waits for what becomes of it. */
interface Request {
  name: Name
  pool: string
  run: CommandRun | undefined
  isFree: boolean
  release: (error?: Error) => void
}

interface Seat {
  window: FakeWindow
  deletions: Deletion[]
  /** What was told before the window was reloaded or closed. */
  before: string[]
}

/** What a row of the table expects, as it is seen from outside. */
export interface Seen {
  sent: string
  told: Partial<Record<Name, string>>
  row: string
  history: string
}

/** Windows of a machine, a service whose answers to deletions are given by hand, and what people see. */
export class Scene extends Windows {
  readonly seats = new Map<Name, Seat>()
  readonly requests: Request[] = []
  readonly sent: string[] = []
  /** What must never be. */
  readonly faults: string[] = []
  /** The windows whose lookups are kept from leaving. */
  readonly #blind = new Map<Name, PromiseWithResolvers<void>>()
  readonly #looks = new Map<Name, number>()

  override async begin(): Promise<void> {
    await super.begin()
    this.service.data.configs = [configs.checkout, configs.dataPlatform].map((one) => ({
      ...structuredClone(one),
      pools: one.pools.flatMap(({ ...pool }) => {
        const name = names[pool.name] ?? pool.name
        return { ...pool, name, size: nodes[name as keyof typeof nodes] ?? pool.size }
      }),
    }))
    this.seats.set('a', { window: this.window, deletions: [], before: [] })
    this.machine.onRequest = (departure) => this.#departs(departure)
  }

  override async end(): Promise<void> {
    for (const one of this.requests) one.release()
    for (const { resolve } of this.#blind.values()) resolve()
    await super.end()
  }

  seat(name: Name): Seat {
    return this.seats.get(name) ?? assert.fail(`No window ${name}`)
  }

  /** The windows that are open. */
  get open(): [Name, Seat][] {
    return [...this.seats].filter(([, { window }]) => !window.isClosed)
  }

  openWindow(name: Name): void {
    const { globalState } = this.seat('a').window
    const before = this.seats.get(name)?.before ?? []
    const window = this.machine.open(globalState.text)
    this.seats.set(name, { window, deletions: [], before })
    if (name === 'a') this.window = window
  }

  closeWindow(name: Name): void {
    const seat = this.seat(name)
    const before = this.told(seat)
    seat.window.kill()
    this.seats.set(name, { ...seat, deletions: [], before })
  }

  setBlind(name: Name, isBlind: boolean): void {
    this.#blind.get(name)?.resolve()
    if (isBlind) this.#blind.set(name, Promise.withResolvers())
    else this.#blind.delete(name)
  }

  /** The cluster of a machine pool, as the service has it. */
  cluster(pool: PoolName, { data }: Sandbox = this.service) {
    const { uid } = ['spark', 'kafka'].includes(pool) ? configs.dataPlatform : configs.checkout
    return data.configs.find((one) => one.uid === uid) ?? assert.fail()
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
  questionOf({ run, answered }: Deletion): Message | undefined {
    return run.isOver ? undefined : run.modals[answered]
  }

  /** Takes the last question of a window that waits for an answer, or the one for a machine pool. */
  takeQuestion(name: Name, pool?: PoolName) {
    const { deletions } = this.seat(name)
    const deletion = deletions.findLast((one) => {
      return this.questionOf(one) && (!pool || one.pool === pool)
    })
    const modal = deletion && this.questionOf(deletion)
    if (!modal) assert.fail(`No question in ${name}`)
    deletion.answered++
    return { deletion, modal, run: deletion.run }
  }

  /** How often a window has looked at the clusters. */
  looksOf(name: Name): number {
    return this.#looks.get(name) ?? 0
  }

  /** All that a window has told, in the words of the table. */
  told({ before, deletions, window }: Seat): string[] {
    if (window.isClosed) return before
    const words = deletions.flatMap(({ run }) => {
      const asked = run.modals.map(({ detail }) => questionWord(detail))
      const reported = [...run.deletionProgressTexts, ...run.notifications.map(({ text }) => text)]
      return [...asked, ...new Set(reported.map(wordOf))]
    })
    const later = window.dialogs.messages.map(({ text }) => wordOf(text))
    return [...before, ...words, ...later].filter((word) => word !== '')
  }

  /** The progress notifications that stand. */
  standing({ deletions, window }: Seat): number {
    const all = [window.dialogs, ...deletions.map(({ run }) => run)]
    return all.reduce((sum, { openProgress }) => sum + openProgress.length, 0)
  }

  /** What is to be seen now, in all windows that are open. */
  async seen(pools: readonly PoolName[]): Promise<Seen> {
    const rows = new Set<string>()
    const histories = new Set<string>()
    for (const [, { window }] of this.open) {
      rows.add(await this.#rows(window, pools))
      histories.add(await historyOf(window))
    }
    const told = [...this.seats].map(([name, seat]) => [name, this.told(seat).join(', ')] as const)
    return {
      sent: this.sent.join(', '),
      told: Object.fromEntries(told.filter(([, words]) => words !== '')),
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

  async #departs({ window, run, method, url }: OutgoingRequest): Promise<void> {
    const [name] = [...this.seats].find(([, seat]) => seat.window === window) ?? ['a' as const]
    if (method !== 'DELETE') {
      if (url.includes('/cloudconfigs/')) this.#looks.set(name, this.looksOf(name) + 1)
      return this.#blind.get(name)?.promise
    }
    const isHome = url.startsWith(this.service.baseUrl)
    const pool = `${isHome ? '' : 'elsewhere '}${url.split('/').at(-1)}`
    const isUnderWay = this.requests.some((one) => one.pool === pool && !one.isFree)
    if (isUnderWay) this.faults.push(`${pool} was sent twice at once`)
    if (this.machine.files.paths.length === 0) this.faults.push(`${pool} was sent unrecorded`)
    this.sent.push(pool)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const release = (error?: Error) => (error ? reject(error) : resolve())
    this.requests.push({ name, pool, run, isFree: false, release })
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

function wordOf(text: string): string {
  return reportWord(text, [...Object.keys(nodes), 'typo'])
}

/** What the history of a window says, the latest deletion first. */
async function historyOf(window: FakeWindow): Promise<string> {
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
