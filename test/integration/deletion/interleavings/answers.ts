import { jump, later, service } from './around.ts'
import { deleted, draining, type Interleaving, overdue, refused, unknown, unsent } from './rows.ts'
import { a, inTurn, together, type Answer } from './steps.ts'

const refusals: Answer[] = [400, 401, 403, 409, 410, 422, 429]
const silences: Answer[] = [408, 500, 502, 503, 'cut', 'timeout', 'page']
const oddLooks = [
  { status: 403 },
  { status: 404 },
  { status: 405 },
  { body: '<html>sign in</html>', headers: { 'content-type': 'text/html' } },
]

const noMachines = service.fail({ path: '/gpu/machines', status: 500 })

export const answers: readonly Interleaving[] = [
  { what: 'is not sent after Escape', steps: [a.ask(), a.escape()], ends: unsent },
  {
    what: 'is asked for once, by however many commands at the same moment',
    steps: [together(a.ask(), a.ask(), a.ask()), a.ask(), a.confirm(), a.answer(204)],
    ends: { ...draining, told: { a: 'deleting gpu' } },
  },
  {
    what: 'is not sent again while its request is under way',
    steps: [a.send(), a.ask(), a.answer(204)],
    ends: { ...draining, told: { a: 'deleting gpu, already gpu' } },
  },
  ...refusals.map((status) => ({
    what: `is refused: ${status}`,
    steps: [a.send(), a.answer(status), a.looked(0)],
    ends: { ...refused, told: { a: 'refused gpu' } },
  })),
  {
    what: 'is not found, though its machine pool is listed',
    steps: [a.send(), a.answer(404)],
    ends: { ...refused, told: { a: 'still listed gpu' }, history: 'still listed gpu' },
  },
  {
    what: 'is answered once its machine pool is gone',
    steps: [a.send(), service.gone(), a.answer(204)],
    ends: { ...deleted, told: { a: 'deleted gpu' } },
  },
  ...[409, 410].flatMap((status) => [
    {
      what: `is unknown where a second request of a proxy is refused, until it is over: ${status}`,
      steps: [a.send(), a.answer(status, 'done'), service.drain()],
      ends: { ...deleted, told: { a: 'unknown gpu, deleted gpu' } },
    },
    {
      what: `is over where a second request of a proxy finds nothing: ${status}`,
      steps: [a.send(), service.drainAtOnce(), a.answer(status, 'done')],
      ends: { ...deleted, told: { a: 'deleted gpu' } },
    },
  ]),
  ...[302, 409, 410].map((status) => ({
    what: `is unknown where it is refused and nobody can look, until its machine pool is gone: ${status}`,
    steps: [
      a.send(),
      service.fail({ status: 500 }),
      a.answer(status, 'done'),
      service.recover(),
      service.drain(),
    ],
    ends: { ...deleted, told: { a: 'unknown gpu, deleted gpu' } },
  })),
  ...silences.map((what) => ({
    what: `is unknown until its machine pool is gone: ${what}`,
    steps: [a.send(), a.answer(what, 'done'), service.drain(1), a.looked(), service.drain()],
    ends: { ...deleted, told: { a: 'unknown gpu, deleted gpu' } },
  })),
  ...[...silences, 'lost' as const].map((what) => ({
    what: `is unknown while its machine pool stays: ${what}`,
    steps: [a.send(), a.answer(what), a.looked(), later(9), a.looked()],
    ends: { ...unknown, told: { a: 'unknown gpu' } },
  })),
  {
    what: 'is unknown after Cancel',
    steps: [a.send(), a.cancel()],
    ends: { ...unknown, told: { a: 'unknown gpu' } },
  },
  {
    what: 'is asked for with a warning where an earlier one is unknown, and refused as unknown',
    steps: [a.send(), a.answer(502), a.send(), a.answer(403)],
    ends: {
      sent: 'gpu, gpu',
      told: { a: 'unknown gpu, asks: after unknown, unknown gpu' },
      row: 'unknown',
      history: 'unknown gpu, unknown gpu',
    },
  },
  {
    what: 'is sent again where an earlier one is unknown, and both end with it',
    steps: [a.send(), a.answer(502), a.send(), a.answer(204), service.drain()],
    ends: {
      sent: 'gpu, gpu',
      told: { a: 'unknown gpu, asks: after unknown, deleting gpu, deleted gpu' },
      row: 'none',
      history: 'deleted gpu, unknown gpu',
    },
  },
  {
    what: 'is not sent where its machine pool is gone by then',
    steps: [a.ask(), service.gone(), later(1), a.confirm()],
    ends: { ...unsent, told: { a: 'already gone gpu' }, row: 'none' },
  },
  {
    what: 'is asked for once more where its machines can’t be listed any more',
    steps: [a.ask(), noMachines, later(1), a.confirm(), a.escape()],
    ends: { ...unsent, told: { a: 'asks: unchecked' } },
  },
  {
    what: 'is asked for once more where it is to have more machines, which can’t be listed',
    steps: [noMachines, a.ask(), service.grow(), later(1), a.confirm(), a.escape()],
    ends: { ...unsent, told: { a: 'asks: changed' } },
  },
  {
    what: 'is told to be over where another machine pool has the name',
    steps: [a.accept(), a.looked(), service.recreate(), a.looked(), later(10)],
    ends: {
      sent: 'gpu',
      told: { a: 'deleting gpu, replaced gpu' },
      row: 'listed',
      history: 'unknown gpu',
    },
  },
  {
    what: 'is told to be over where nobody knows its end, and another machine pool has the name',
    steps: [a.send(), a.answer(502), a.looked(), service.recreate(), a.looked(), later(10)],
    ends: { ...unknown, told: { a: 'unknown gpu, replaced gpu' }, row: 'listed' },
  },
  {
    what: 'is not told to be over where it is not found, and was never listed',
    pools: ['typo'],
    steps: [
      service.fail({ status: 500 }),
      a.ask('typo'),
      a.confirm(),
      service.recover(),
      a.answer(204),
    ],
    ends: {
      sent: 'typo',
      told: { a: 'asks: not known, already gone typo' },
      row: 'none',
      history: 'already gone typo',
    },
  },
  {
    what: 'is never told to be over where the service has neither accepted it nor listed its pool',
    pools: ['typo'],
    steps: [
      service.fail({ status: 500 }),
      a.ask('typo'),
      a.confirm(),
      a.answer('cut'),
      service.recover(),
    ],
    ends: {
      sent: 'typo',
      told: { a: 'asks: not known, unknown typo, never listed typo' },
      row: 'none',
      history: 'unknown typo',
    },
  },
  ...oddLooks.map((fault) => ({
    what: `is not over where looks are answered so: ${JSON.stringify(fault)}`,
    steps: [a.accept(), a.looked(), service.fail(fault, 3), a.looked(8)],
    ends: { ...draining, told: { a: 'deleting gpu' } },
  })),
  {
    what: 'is told once to be overdue, and may be sent again with a warning',
    steps: [a.accept(), a.looked(), later(20), a.heard('overdue gpu'), a.ask(), a.escape()],
    ends: { ...overdue, told: { a: 'deleting gpu, asks: after accepted, overdue gpu' } },
  },
  {
    what: 'is not overdue for as long as machines go, however late',
    pools: ['web'],
    steps: [
      a.accept('web'),
      a.looked(),
      inTurn(...[1, 2, 3].flatMap(() => [later(19), a.looked(), service.drain(1), a.looked()])),
      a.ask('web'),
    ],
    ends: {
      sent: 'web',
      told: { a: 'deleting web, already web' },
      row: 'deleting',
      history: 'accepted web',
    },
  },
  {
    what: 'is in progress though the clock is set back',
    steps: [a.accept(), a.looked(), jump(-25), a.ask(), a.looked()],
    ends: { ...draining, told: { a: 'deleting gpu, already gpu' } },
  },
  {
    what: 'is told to be over after sleep, though the network comes later',
    steps: [
      a.accept(),
      a.looked(),
      service.fail({ cut: 'beforeHeaders' }, 6),
      service.drain(),
      later(480),
    ],
    ends: { ...deleted, told: { a: 'deleting gpu, deleted gpu' } },
  },
]
