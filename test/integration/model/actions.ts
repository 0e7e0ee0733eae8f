import * as fc from 'fast-check'
import { awkwardNames, configs, projects } from '../../sandbox/data.ts'
import type { Fault, Lookups, Drain } from '../../sandbox/service.ts'

/** The machine pools that the model deletes; no two have one name, so that messages tell them apart. */
export const pools = [
  [configs.checkout, 'worker-pool'],
  [configs.checkout, 'gpu-inference'],
  [configs.billing, 'system'],
  [configs.dataPlatform, 'master-pool'], // a control plane
  [configs.dataPlatform, 'spark-executors'], // its two workers
  [configs.dataPlatform, 'kafka-brokers'],
  [configs.storefront, awkwardNames.slash],
  [configs.storefront, awkwardNames.query],
] as const

/** The names of the connections. */
export const names = ['first', 'second'] as const

/** What a person, another window or time may do at any moment. */
export type Event =
  | { does: 'track'; pool: number }
  | { does: 'untrack'; row: number }
  | { does: 'look' | 'refresh' | 'reload' | 'cancel' | 'clearKey' | 'drain' }
  | { does: 'switch' | 'remove' | 'drop'; name: string }
  | { does: 'write'; name: string; service: number; project?: string; protection?: 'readOnly' }
  | { does: 'select'; project: string }
  | { does: 'later'; minutes: number }
  /** Whoever follows a deletion looks at it, and the first answer is an odd one. */
  | { does: 'follow'; trouble: Fault | null }
  /** So many times, the secret storage or the disk rejects. */
  | { does: 'lock' | 'fill'; times: number }
  | { does: 'serve'; lookups: Lookups; drain: Drain }

/** A deletion, how its question is answered, and what happens meanwhile. */
export interface Deletion {
  does: 'delete'
  /** By number: a row that was seen at the last look, else the pool by what code gives. */
  row: number | null
  pool: number
  answer: 'confirm' | 'cancel' | 'mistype'
  /** While the question stands. */
  meanwhile: Event[]
  /** While the first request is under way. */
  during: Event[]
  fault: Fault | null
  /** The lookups that fail. */
  reading: Fault | null
  /** The command comes twice at once. */
  twice: boolean
}

export type Action = Event | Deletion

const name = fc.constantFrom(...names)
const number = fc.nat(pools.length - 1)
const project = fc.constantFrom(projects.production.uid, projects.staging.uid)

/** What says nothing of a machine pool. */
const oddAnswers: Fault[] = [
  { status: 403 },
  { status: 404 },
  { status: 500 },
  { malformed: true },
  { cut: 'beforeHeaders' },
  { body: '<html>sign in</html>', headers: { 'content-type': 'text/html' } },
]

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('track' as const), pool: number }) },
  fc.record({ does: fc.constant('untrack' as const), row: number }),
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom('look', 'refresh', 'reload', 'cancel', 'clearKey', 'drain'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('switch', 'remove', 'drop'), name }) },
  {
    weight: 3,
    arbitrary: fc.record(
      {
        does: fc.constant('write' as const),
        name,
        service: fc.nat(1),
        project,
        protection: fc.constant('readOnly' as const),
      },
      { requiredKeys: ['does', 'name', 'service'] },
    ),
  },
  fc.record({ does: fc.constant('select' as const), project: fc.oneof(project, fc.constant('')) }),
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('later' as const), minutes: fc.constantFrom(1, 20) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('follow' as const),
      trouble: fc.option(fc.constantFrom(...oddAnswers), { freq: 2 }),
    }),
  },
  fc.record({ does: fc.constantFrom('lock', 'fill'), times: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    does: fc.constant('serve' as const),
    lookups: fc.constantFrom<Lookups[]>('all', 'none', { cloudConfig: false }, { machines: false }),
    drain: fc.constantFrom<Drain[]>('instant', 'manual', 40),
  }),
)

const statuses = [400, 401, 403, 404, 409, 429, 500, 502, 503]
const cuts = ['beforeHeaders', 'afterHeaders'] as const
const faults: Fault[] = [
  ...statuses.map((status) => ({ status })),
  ...statuses.map((status) => ({ status, afterEffect: true as const })),
  ...cuts.flatMap((cut): Fault[] => [{ cut }, { cut, afterEffect: true }]),
  { stall: 'beforeHeaders' },
  { stall: 'beforeHeaders', afterEffect: true },
  { redirect: 'http://127.0.0.1:9/' },
  { redirect: 'http://127.0.0.1:9/', afterEffect: true },
  { redirect: 'http://127.0.0.1:9/', status: 303, afterEffect: true },
  { echoKey: true },
  { malformed: true },
  { status: 200, body: '<html>sign in</html>', headers: { 'content-type': 'text/html' } },
]
const fault = fc.option(fc.constantFrom(...faults), { freq: 2 })

const deletion: fc.Arbitrary<Deletion> = fc.record({
  does: fc.constant('delete' as const),
  row: fc.option(number, { freq: 2 }),
  pool: number,
  answer: fc.oneof(
    { weight: 5, arbitrary: fc.constant('confirm' as const) },
    fc.constantFrom('cancel' as const, 'mistype' as const),
  ),
  meanwhile: fc.array(event, { maxLength: 2, size: 'small' }),
  during: fc.array(
    fc.oneof({ weight: 3, arbitrary: event }, fc.constant({ does: 'cancel' as const })),
    { maxLength: 2, size: 'small' },
  ),
  fault,
  reading: fc.option(fc.constantFrom(...faults.filter(({ afterEffect }) => !afterEffect)), {
    freq: 4,
  }),
  twice: fc.boolean(),
})

/** Any sequence of actions. */
export const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof({ weight: 2, arbitrary: event }, { weight: 3, arbitrary: deletion }),
  { minLength: 1, maxLength: 14, size: 'max' },
)
