import { configs } from '../../../sandbox/data.ts'
import { jump, later, service } from './around.ts'
import {
  deleted,
  draining,
  type Interleaving,
  overdue,
  refused,
  unknown,
  unsent,
  row,
  seen,
} from './rows.ts'
import { a, inTurn, together, type Answer, type Step } from './steps.ts'

const refusals: Answer[] = [400, 401, 403, 409, 422, 429]
const silences: Answer[] = [303, 408, 500, 502, 503, 'cut', 'timeout', 'page']
const oddLooks = [
  { status: 403 },
  { status: 404 },
  { status: 405 },
  { body: '<html>sign in</html>', headers: { 'content-type': 'text/html' } },
]

const path = configs.checkout.uid
const othersRead: Step = async (scene) => void (await scene.rowsOf(configs.dataPlatform.uid))

export const answers: readonly Interleaving[] = [
  row('is not sent after Escape', { steps: [a.decline()], ends: unsent }),
  row('is asked for once, by however many commands at the same moment', {
    steps: [together(a.ask(), a.ask(), a.ask()), a.ask(), a.confirm(), a.answer(204)],
    ends: { ...draining, told: { a: 'deleting gpu' } },
  }),
  row('is not sent again while its request is under way', {
    steps: [a.send(), a.ask(), a.answer(204)],
    ends: { ...draining, told: { a: 'deleting gpu, already gpu' } },
  }),
  ...refusals.map((status) =>
    row(`is refused: ${status}`, {
      steps: [a.send(), a.answer(status), a.looked(0)],
      ends: { ...refused, told: { a: 'refused gpu' } },
    }),
  ),
  ...[404, 410].map((status) =>
    row(`is not found, though its machine pool is listed: ${status}`, {
      steps: [a.send(), a.answer(status)],
      ends: { ...refused, told: { a: 'still listed gpu' }, history: 'still listed gpu' },
    }),
  ),
  row('is answered once its machine pool is gone', {
    steps: [a.send(), service.gone(), a.answer(204)],
    ends: { ...deleted, told: { a: 'deleted gpu' } },
  }),
  ...[302, 409, 410].flatMap((status) => [
    row(`is unknown where a second request of a proxy is refused, until it is over: ${status}`, {
      steps: [a.send(), a.answer(status, 'done'), service.drain()],
      ends: { ...deleted, told: { a: 'unknown gpu, deleted gpu' } },
    }),
    row(`is over where a second request of a proxy finds nothing: ${status}`, {
      steps: [a.send(), service.drainAtOnce(), a.answer(status, 'done')],
      ends: { ...deleted, told: { a: 'deleted gpu' } },
    }),
  ]),
  ...[302, 409, 410].flatMap((status) =>
    [service.fail({ status: 500 }), service.hideMachines()].map((fault, index) =>
      row(
        `is unknown where it is refused and nobody can look${index ? ' at its machines' : ''}, until its machine pool is gone: ${status}`,
        {
          steps: [a.send(), fault, a.answer(status, 'done'), service.recover(), service.drain()],
          ends: { ...deleted, told: { a: 'unknown gpu, deleted gpu' } },
        },
      ),
    ),
  ),
  ...silences.map((what) =>
    row(`is unknown until its machine pool is gone: ${what}`, {
      steps: [a.send(), a.answer(what, 'done'), service.drain(1), a.looked(), service.drain()],
      ends: { ...deleted, told: { a: 'unknown gpu, deleted gpu' } },
    }),
  ),
  ...[...silences, 'lost' as const].map((what) =>
    row(`is unknown while its machine pool stays: ${what}`, {
      steps: [a.send(), a.answer(what), a.looked(), later(9), a.looked()],
      ends: { ...unknown, told: { a: 'unknown gpu' } },
    }),
  ),
  row('is unknown after Cancel', {
    steps: [a.send(), a.cancel()],
    ends: { ...unknown, told: { a: 'canceled midway gpu' } },
  }),
  // What is told is what is known of the machine pool, and in the history, what became of the request.
  ...[403, 409].map((status) =>
    row(`is asked for with a warning where an earlier one is unknown, and refused: ${status}`, {
      steps: [a.lose(), a.send(), a.answer(status)],
      ends: seen(
        'gpu, gpu',
        { a: 'unknown gpu, asks: after unknown, unknown gpu' },
        'unknown',
        status === 403 ? 'refused gpu, unknown gpu' : 'unknown gpu, unknown gpu',
      ),
    }),
  ),
  row('is sent again where an earlier one is unknown, and both end with it', {
    steps: [a.lose(), a.send(), a.answer(204), service.drain()],
    ends: seen(
      'gpu, gpu',
      { a: 'unknown gpu, asks: after unknown, deleting gpu, deleted gpu' },
      'none',
      'deleted gpu, unknown gpu',
    ),
  }),
  row('is not sent where its machine pool is gone by then', {
    steps: [a.ask(), service.gone(), later(1), a.confirm()],
    ends: { ...unsent, told: { a: 'already gone gpu' }, row: 'none' },
  }),
  row('is asked for once more where its machines can’t be listed any more', {
    steps: [a.ask(), service.hideMachines(), later(1), a.confirm(), a.escape()],
    ends: { ...unsent, told: { a: 'asks: unchecked' } },
  }),
  row('is asked for once more where it is to have more machines, which can’t be listed', {
    steps: [service.hideMachines(), a.ask(), service.grow(), later(1), a.confirm(), a.escape()],
    ends: { ...unsent, told: { a: 'asks: changed' } },
  }),
  ...[{ size: 0 }, { instanceType: 'new' }].map((change) =>
    row(
      `is asked for once more where its machine pool may be another one: ${JSON.stringify(change)}`,
      {
        steps: [a.ask(), service.recreate('gpu', change), later(1), a.confirm(), a.escape()],
        ends: { ...unsent, told: { a: 'asks: changed' } },
      },
    ),
  ),
  ...[...oddLooks, { status: 500 }, { body: '{' }, { cut: 'beforeHeaders' } as const].map((fault) =>
    row(`is sent once its name is typed where looks are answered so: ${JSON.stringify(fault)}`, {
      pools: ['typo'],
      steps: [
        othersRead,
        service.fail({ path, ...fault }),
        a.send('typo'),
        service.recover(),
        a.answer(204),
      ],
      ends: seen('typo', { a: 'asks: not known, already gone typo' }, 'none', 'already gone typo'),
    }),
  ),
  row('is told to be over where another machine pool has the name', {
    steps: [a.follow(), service.recreate(), a.looked(), later(10)],
    ends: seen('gpu', { a: 'deleting gpu, replaced gpu' }, 'listed', 'unknown gpu'),
  }),
  row('is told to be over where nobody knows its end, and another machine pool has the name', {
    steps: [a.lose(), a.looked(), service.recreate(), a.looked(), later(10)],
    ends: { ...unknown, told: { a: 'unknown gpu, replaced gpu' }, row: 'listed' },
  }),
  row('is never told to be over where the service has neither accepted it nor listed its pool', {
    pools: ['typo'],
    steps: [
      service.fail({ status: 500 }),
      a.ask('typo'),
      a.confirm(),
      a.answer('cut'),
      service.recover(),
    ],
    ends: seen(
      'typo',
      { a: 'asks: not known, unknown typo, never listed typo' },
      'none',
      'unknown typo',
    ),
  }),
  ...oddLooks.map((fault) =>
    row(`is not over where looks are answered so: ${JSON.stringify(fault)}`, {
      steps: [a.follow(), service.fail(fault, 3), a.looked(8)],
      ends: { ...draining, told: { a: 'deleting gpu' } },
    }),
  ),
  row('is told once to be overdue, and may be sent again with a warning', {
    steps: [a.follow(), a.overdue(20), a.decline()],
    ends: { ...overdue, told: { a: 'deleting gpu, asks: after accepted, overdue gpu' } },
  }),
  row('is not overdue for as long as machines go, however late', {
    pools: ['web'],
    steps: [
      a.follow('web'),
      inTurn(...[1, 2, 3].flatMap(() => [later(19), a.looked(), service.drain(1), a.looked()])),
      a.ask('web'),
    ],
    ends: seen('web', { a: 'deleting web, already web' }, 'deleting', 'accepted web'),
  }),
  row('is in progress though the clock is set back', {
    steps: [a.follow(), jump(-25), a.ask(), a.looked()],
    ends: { ...draining, told: { a: 'deleting gpu, already gpu' } },
  }),
  row('is told to be over after sleep, though the network comes later', {
    steps: [a.follow(), service.fail({ cut: 'beforeHeaders' }, 6), service.drain(), later(480)],
    ends: { ...deleted, told: { a: 'deleting gpu, deleted gpu' } },
  }),
]
