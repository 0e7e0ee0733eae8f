import { testClock } from '../../../clock.ts'
import { until } from '../../../until.ts'
import { later, service, storage } from './around.ts'
import { type Interleaving, row, seen } from './rows.ts'
import type { PoolName, Scene } from './scene.ts'
import { a, b, together } from './steps.ts'

/** The two workers of one cluster. */
const workers: readonly PoolName[] = ['spark', 'kafka']
const nothing = { sent: '', row: 'listed, listed', history: '' }
const sparkGoes = { sent: 'spark', row: 'deleting, listed', history: 'accepted spark' }
const again = 'asks: changed + last worker'

export const lastWorker: readonly Interleaving[] = [
  row('count as gone while they drain', {
    pools: workers,
    steps: [a.accept('spark'), a.decline('kafka')],
    ends: { ...sparkGoes, told: { a: 'deleting spark, asks: last worker' } },
  }),
  row('count as gone where nobody knows their end, also once their row is unpinned', {
    pools: workers,
    steps: [
      a.send('spark'),
      a.answer('cut'),
      a.decline('kafka'),
      a.unpin('spark'),
      a.decline('kafka'),
    ],
    ends: seen(
      'spark',
      { a: 'unknown spark, asks: last worker, asks: last worker' },
      'listed, listed',
      'unknown spark',
    ),
  }),
  row('count as gone where another window has sent them', {
    pools: workers,
    steps: [b.open(), b.accept('spark'), a.decline('kafka')],
    ends: { ...sparkGoes, told: { b: 'deleting spark', a: 'asks: last worker' } },
  }),
  row('count as gone where the window that has sent them is closed', {
    pools: workers,
    steps: [b.open(), b.send('spark'), b.close(), b.answer(204), a.decline('kafka')],
    ends: { ...sparkGoes, told: { a: 'asks: last worker' }, history: 'unknown spark' },
  }),
  row('are asked for once more where two questions stand in two windows', {
    pools: workers,
    steps: [
      b.open(),
      a.ask('spark'),
      b.ask('kafka'),
      a.confirm(),
      b.confirm(),
      b.escape(),
      a.answer(204),
    ],
    ends: { ...sparkGoes, told: { a: 'deleting spark', b: again } },
  }),
  row('are asked for once more where one was not found meanwhile, for an unknown reason', {
    pools: workers,
    steps: [
      b.open(),
      a.ask('kafka'),
      b.send('spark'),
      service.fail({ status: 500 }),
      b.answer(404),
      service.recover(),
      a.confirm('kafka'),
      a.escape(),
    ],
    ends: seen('spark', { a: again, b: 'not found spark' }, 'listed, listed', 'not found spark'),
  }),
  ...(['a', 'b'] as const).map((other) =>
    row(`are asked for once more where one in ${other} began and ended meanwhile`, {
      pools: workers,
      steps: [
        ...(other === 'b' ? [b.open()] : []),
        a.ask('kafka'),
        (other === 'a' ? a : b).accept('spark'),
        service.drain(),
        (other === 'a' ? a : b).heard('deleted spark'),
        a.confirm('kafka'),
        a.escape(),
      ],
      ends: {
        sent: 'spark',
        told:
          other === 'a'
            ? { a: `${again}, deleting spark, deleted spark` }
            : { a: again, b: 'deleting spark, deleted spark' },
        row: 'none, listed',
        history: 'deleted spark',
      },
    }),
  ),
  row('are asked for once more where one ends while the other window lists the files', {
    pools: workers,
    steps: [
      storage.unwatched(),
      b.open(),
      b.ask('kafka'),
      a.accept('spark'),
      b.decline('gpu'),
      service.drain(),
      a.heard('deleted spark'),
      storage.missEnd('b'),
      b.confirm('kafka'),
      b.escape('kafka'),
    ],
    ends: seen(
      'spark',
      { a: 'deleting spark, deleted spark', b: again },
      'none, listed',
      'deleted spark',
    ),
  }),
  row('are asked for once more where both are confirmed at the same moment in one window', {
    pools: workers,
    steps: [
      a.ask('spark'),
      a.ask('kafka'),
      together(a.confirm('spark'), a.confirm('kafka')),
      a.escape('kafka'),
      a.answer(204),
    ],
    ends: { ...sparkGoes, told: { a: `deleting spark, ${again}` } },
  }),
  ...[1, 2, 3, 4, 5].map((time) =>
    row(`never go both where two windows confirm at the same moment, ${time}`, {
      pools: workers,
      steps: [b.open(), a.ask('spark'), b.ask('kafka'), together(a.confirm(), b.confirm())],
      ends: [
        // Where one of them sees the other first:
        { sent: 'spark', told: { b: again }, row: 'deleting, listed', history: 'unknown spark' },
        { sent: 'kafka', told: { a: again }, row: 'listed, deleting', history: 'unknown kafka' },
        { ...nothing, told: { a: again, b: again } },
      ],
    }),
  ),
  row('are looked at again where the question stood for long, and asked for if that tells more', {
    pools: workers,
    steps: [a.ask('kafka'), service.gone('spark'), later(1), a.confirm(), a.escape()],
    ends: { ...nothing, told: { a: again }, row: 'none, listed' },
  }),
  row('are looked at again where the computer slept during that, and asked for if it tells more', {
    pools: workers,
    steps: [a.ask('kafka'), later(1), together(a.confirm(), asleep), a.escape()],
    ends: { ...nothing, told: { a: again }, row: 'none, listed' },
  }),
  row('are looked at again where the question stood for long, and asked for if that fails', {
    pools: workers,
    steps: [
      a.ask('kafka'),
      service.fail({ status: 500 }),
      later(1),
      a.confirm(),
      a.escape(),
      service.recover(),
    ],
    ends: { ...nothing, told: { a: 'asks: unchecked + not known' } },
  }),
  row('are looked at again where the question stood for long, and sent if that tells no more', {
    pools: workers,
    steps: [a.ask('spark'), later(1), a.confirm(), a.answer(204)],
    ends: { ...sparkGoes, told: { a: 'deleting spark' } },
  }),
]

/** The computer sleeps while only the machines are missing, and all that was waited for is over when it wakes. */
async function asleep(scene: Scene): Promise<void> {
  const { requests, data } = scene.service
  scene.service.addFault({ method: 'GET', path: '/machines', stall: 'beforeHeaders' })
  const { run } = scene.seats.get('a')!.deletions[0]!
  const configs = () =>
    run.log.filter((line) => /\/cloudconfigs\/\w+\/[\w-]+ 200/.test(line)).length
  const machines = () => requests.filter(({ url }) => url.endsWith('machines')).length
  const [read, listed] = [configs(), machines()]
  await until('the machines', () => configs() > read && machines() > listed)
  for (const one of data.configs) one.pools = one.pools.filter(({ name }) => name !== 'spark')
  testClock.putForward(480)
  testClock.endWaits('deadline')
}
