import { testClock } from '../../../clock.ts'
import { until } from '../../../until.ts'
import { passMinutes, service, storage } from './around.ts'
import { type Interleaving, row, endState } from './rows.ts'
import type { PoolName, Scene } from './scene.ts'
import { a, b, atOnce } from './steps.ts'

/** The two workers of one cluster. */
const workers: readonly PoolName[] = ['spark', 'kafka']
const nothing = { sent: '', row: 'listed, listed', history: '' }
const sparkGoes = { sent: 'spark', row: 'deleting, listed', history: 'accepted spark' }
const again = 'asks: changed + last worker'

export const lastWorker: readonly Interleaving[] = [
  row('count as gone while they drain', {
    pools: workers,
    steps: [a.accept('spark'), a.decline('kafka')],
    expected: { ...sparkGoes, messages: { a: 'deleting spark, asks: last worker' } },
  }),
  row('count as gone where their outcome is unknown, also once their row is unpinned', {
    pools: workers,
    steps: [
      a.send('spark'),
      a.respond('cut'),
      a.decline('kafka'),
      a.unpin('spark'),
      a.decline('kafka'),
    ],
    expected: endState(
      'spark',
      { a: 'unknown spark, asks: last worker, asks: last worker' },
      'listed, listed',
      'unknown spark',
    ),
  }),
  row('count as gone where another window has sent them', {
    pools: workers,
    steps: [b.open(), b.accept('spark'), a.decline('kafka')],
    expected: { ...sparkGoes, messages: { b: 'deleting spark', a: 'asks: last worker' } },
  }),
  row('count as gone where the window that has sent them is closed', {
    pools: workers,
    steps: [b.open(), b.send('spark'), b.close(), b.respond(204), a.decline('kafka')],
    expected: { ...sparkGoes, messages: { a: 'asks: last worker' }, history: 'unknown spark' },
  }),
  row('must be confirmed again where two dialogs are open in two windows', {
    pools: workers,
    steps: [
      b.open(),
      a.openDialog('spark'),
      b.openDialog('kafka'),
      a.confirm(),
      b.confirm(),
      b.escape(),
      a.respond(204),
    ],
    expected: { ...sparkGoes, messages: { a: 'deleting spark', b: again } },
  }),
  row('must be confirmed again where one was not found meanwhile, for an unknown reason', {
    pools: workers,
    steps: [
      b.open(),
      a.openDialog('kafka'),
      b.send('spark'),
      service.fail({ status: 500 }),
      b.respond(404),
      service.recover(),
      a.confirm('kafka'),
      a.escape(),
    ],
    expected: endState(
      'spark',
      { a: again, b: 'unknown spark' },
      'listed, listed',
      'unknown spark',
    ),
  }),
  ...(['a', 'b'] as const).map((other) =>
    row(`must be confirmed again where one in ${other} began and ended meanwhile`, {
      pools: workers,
      steps: [
        ...(other === 'b' ? [b.open()] : []),
        a.openDialog('kafka'),
        (other === 'a' ? a : b).accept('spark'),
        service.drain(),
        (other === 'a' ? a : b).waitForMessage('deleted spark'),
        a.confirm('kafka'),
        a.escape(),
      ],
      expected: {
        sent: 'spark',
        messages:
          other === 'a'
            ? { a: `${again}, deleting spark, deleted spark` }
            : { a: again, b: 'deleting spark, deleted spark' },
        row: 'none, listed',
        history: 'deleted spark',
      },
    }),
  ),
  row('must be confirmed again where one ends while the other window lists the files', {
    pools: workers,
    steps: [
      storage.unwatched(),
      b.open(),
      b.openDialog('kafka'),
      a.accept('spark'),
      b.decline('gpu'),
      service.drain(),
      a.waitForMessage('deleted spark'),
      storage.missEnd('b'),
      b.confirm('kafka'),
      b.escape('kafka'),
    ],
    expected: endState(
      'spark',
      { a: 'deleting spark, deleted spark', b: again },
      'none, listed',
      'deleted spark',
    ),
  }),
  row('must be confirmed again where both are confirmed at the same moment in one window', {
    pools: workers,
    steps: [
      a.openDialog('spark'),
      a.openDialog('kafka'),
      atOnce(a.confirm('spark'), a.confirm('kafka')),
      a.escape(),
      a.respond(204),
    ],
    expected: [
      { ...sparkGoes, messages: { a: `deleting spark, ${again}` } },
      // Where the second one is checked first:
      {
        sent: 'kafka',
        row: 'listed, deleting',
        history: 'accepted kafka',
        messages: { a: `${again}, deleting kafka` },
      },
    ],
  }),
  ...[1, 2, 3, 4, 5].map((time) =>
    row(`never go both where two windows confirm at the same moment, ${time}`, {
      pools: workers,
      steps: [
        b.open(),
        a.openDialog('spark'),
        b.openDialog('kafka'),
        atOnce(a.confirm(), b.confirm()),
      ],
      expected: [
        // Where one of them sees the other first:
        {
          sent: 'spark',
          messages: { b: again },
          row: 'deleting, listed',
          history: 'unknown spark',
        },
        {
          sent: 'kafka',
          messages: { a: again },
          row: 'listed, deleting',
          history: 'unknown kafka',
        },
        { ...nothing, messages: { a: again, b: again } },
      ],
    }),
  ),
  row('are inspected again after sleep, and must be confirmed again if that finds more', {
    pools: workers,
    steps: [a.openDialog('kafka'), passMinutes(1), atOnce(a.confirm(), asleep), a.escape()],
    expected: { ...nothing, messages: { a: again }, row: 'none, listed' },
  }),
  row('are inspected again, and must be confirmed again if that fails', {
    pools: workers,
    steps: [
      a.openDialog('kafka'),
      service.fail({ status: 500 }),
      a.confirm(),
      a.escape(),
      service.recover(),
    ],
    expected: { ...nothing, messages: { a: 'asks: unchecked + not known' } },
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
  for (const config of data.configs)
    config.pools = config.pools.filter(({ name }) => name !== 'spark')
  testClock.putForward(480)
  testClock.endWaits('deadline')
}
