import { configs } from '../../../sandbox/data.ts'
import { setClockForward, passMinutes, service } from './around.ts'
import {
  deleted,
  draining,
  type Interleaving,
  overdue,
  refused,
  unknown,
  unsent,
  row,
  endState,
} from './rows.ts'
import { a, sequence, atOnce, type ResponseKind, type Step } from './steps.ts'

/** One of each kind that the proofs of a response tell apart (responseProofs.test.ts). */
const refusals: ResponseKind[] = [401, 422]
const inconclusiveResponses: ResponseKind[] = [502, 'cut', 'timeout']
export const oddLookupFaults = [
  { status: 403 },
  { status: 404 },
  { status: 405 },
  { body: '<html>sign in</html>', headers: { 'content-type': 'text/html' } },
]

const path = configs.checkout.uid
const loadOtherConfig: Step = async (scene) =>
  void (await scene.waitForRows(configs.dataPlatform.uid))

export const answers: readonly Interleaving[] = [
  row('is not sent after Escape', { steps: [a.decline()], expected: unsent }),
  row('opens one dialog, for however many commands at the same moment', {
    steps: [
      atOnce(a.openDialog(), a.openDialog(), a.openDialog()),
      a.openDialog(),
      a.confirm(),
      a.respond(204),
    ],
    expected: { ...draining, messages: { a: 'deleting gpu' } },
  }),
  row('is not sent again while its request is in progress', {
    steps: [a.send(), a.openDialog(), a.respond(204)],
    expected: { ...draining, messages: { a: 'deleting gpu, already gpu' } },
  }),
  ...refusals.map((status) =>
    row(`is refused: ${status}`, {
      steps: [a.send(), a.respond(status), a.waitForLookups(0)],
      expected: { ...refused, messages: { a: 'refused gpu' } },
    }),
  ),
  row('is not found, though its machine pool is listed', {
    steps: [a.send(), a.respond(404)],
    expected: { ...refused, messages: { a: 'still listed gpu' }, history: 'refused gpu' },
  }),
  row('is answered once its machine pool is gone', {
    steps: [a.send(), service.gone(), a.respond(204)],
    expected: { ...deleted, messages: { a: 'deleted gpu' } },
  }),
  row('is unknown where a second request of a proxy is refused, until it is over', {
    steps: [a.send(), a.respond(409, 'done'), service.drain()],
    expected: { ...deleted, messages: { a: 'unknown gpu, deleted gpu' } },
  }),
  row('is over where a second request of a proxy finds nothing', {
    steps: [a.send(), service.drainAtOnce(), a.respond(410, 'done')],
    expected: { ...deleted, messages: { a: 'deleted gpu' } },
  }),
  ...[service.fail({ status: 500 }), service.hideMachines()].map((fault, index) =>
    row(
      `is unknown where it is refused and nobody can look${index ? ' at its machines' : ''}, until its machine pool is gone`,
      {
        steps: [a.send(), fault, a.respond(409, 'done'), service.recover(), service.drain()],
        expected: { ...deleted, messages: { a: 'unknown gpu, deleted gpu' } },
      },
    ),
  ),
  ...inconclusiveResponses.map((what) =>
    row(`is unknown until its machine pool is gone: ${what}`, {
      steps: [
        a.send(),
        a.respond(what, 'done'),
        service.drain(1),
        a.waitForLookups(),
        service.drain(),
      ],
      expected: { ...deleted, messages: { a: 'unknown gpu, deleted gpu' } },
    }),
  ),
  ...[...inconclusiveResponses, 'lost' as const].map((what) =>
    row(`is unknown while its machine pool stays: ${what}`, {
      steps: [a.send(), a.respond(what), a.waitForLookups(), passMinutes(9), a.waitForLookups()],
      expected: { ...unknown, messages: { a: 'unknown gpu' } },
    }),
  ),
  row('is unknown after Cancel', {
    steps: [a.send(), a.cancel()],
    expected: { ...unknown, messages: { a: 'canceled midway gpu' } },
  }),
  // What is told is what is known of the machine pool, and in the history, what became of the request.
  ...[403, 409].map((status) =>
    row(`is confirmed with a warning where an earlier one is unknown, and refused: ${status}`, {
      steps: [a.sendWithoutResponse(), a.send(), a.respond(status)],
      expected: endState(
        'gpu, gpu',
        { a: 'unknown gpu, asks: after unknown, unknown gpu' },
        'unknown',
        status === 403 ? 'refused gpu, unknown gpu' : 'unknown gpu, unknown gpu',
      ),
    }),
  ),
  row('is sent again where an earlier one is unknown, and both end with it', {
    steps: [a.sendWithoutResponse(), a.send(), a.respond(204), service.drain()],
    expected: endState(
      'gpu, gpu',
      { a: 'unknown gpu, asks: after unknown, deleting gpu, deleted gpu' },
      'none',
      'deleted gpu, unknown gpu',
    ),
  }),
  row('must be confirmed again where it is to have more machines, which can’t be listed', {
    steps: [
      service.hideMachines(),
      a.openDialog(),
      service.grow(),
      passMinutes(1),
      a.confirm(),
      a.escape(),
    ],
    expected: { ...unsent, messages: { a: 'asks: changed' } },
  }),
  row('must be confirmed again where its machine pool may be another one, which is empty', {
    steps: [
      a.openDialog(),
      service.recreate('gpu', { size: 0 }),
      passMinutes(1),
      a.confirm(),
      a.escape(),
    ],
    expected: { ...unsent, messages: { a: 'asks: changed' } },
  }),
  ...[...oddLookupFaults, { status: 500 }, { body: '{' }, { cut: 'beforeHeaders' } as const].map(
    (fault) =>
      row(
        `is sent once its name is typed where lookups are answered so: ${JSON.stringify(fault)}`,
        {
          pools: ['typo'],
          steps: [
            loadOtherConfig,
            service.fail({ path, ...fault }),
            a.send('typo'),
            service.recover(),
            a.respond(204),
          ],
          expected: endState(
            'typo',
            { a: 'asks: not known, unknown typo' },
            'none',
            'unknown typo',
          ),
        },
      ),
  ),
  row('is reported as ended where another machine pool has the name', {
    steps: [a.acceptAndPoll(), service.recreate(), a.waitForLookups(), passMinutes(10)],
    expected: endState('gpu', { a: 'deleting gpu, replaced gpu' }, 'listed', 'unknown gpu'),
  }),
  row('is reported as ended where its outcome is unknown, and another machine pool has the name', {
    steps: [
      a.sendWithoutResponse(),
      a.waitForLookups(),
      service.recreate(),
      a.waitForLookups(),
      passMinutes(10),
    ],
    expected: { ...unknown, messages: { a: 'unknown gpu, replaced gpu' }, row: 'listed' },
  }),
  row('is never reported as ended if the service has neither accepted it nor listed its pool', {
    pools: ['typo'],
    steps: [
      service.fail({ status: 500 }),
      a.openDialog('typo'),
      a.confirm(),
      a.respond('cut'),
      service.recover(),
    ],
    expected: endState(
      'typo',
      { a: 'asks: not known, unknown typo, never listed typo' },
      'none',
      'unknown typo',
    ),
  }),
  row('is reported as overdue once', {
    steps: [a.acceptAndPoll(), a.overdue(20)],
    expected: { ...overdue, messages: { a: 'deleting gpu, overdue gpu' } },
  }),
  row('is not overdue for as long as machines go, however late', {
    pools: ['web'],
    steps: [
      a.acceptAndPoll('web'),
      sequence(
        ...[1, 2, 3].flatMap(() => [
          passMinutes(19),
          a.waitForLookups(),
          service.drain(1),
          a.waitForLookups(),
        ]),
      ),
      a.openDialog('web'),
    ],
    expected: endState('web', { a: 'deleting web, already web' }, 'deleting', 'accepted web'),
  }),
  row('is in progress though the clock is set back', {
    steps: [a.acceptAndPoll(), setClockForward(-25), a.openDialog(), a.waitForLookups()],
    expected: { ...draining, messages: { a: 'deleting gpu, already gpu' } },
  }),
  row('is reported as ended after sleep, though the network comes later', {
    steps: [
      a.acceptAndPoll(),
      service.fail({ cut: 'beforeHeaders' }),
      service.drain(),
      passMinutes(480),
      a.waitForLookups(),
      service.recover(),
    ],
    expected: [
      { ...deleted, messages: { a: 'deleting gpu, deleted gpu' } },
      // The network was lost between the request for the cloud config and that for the machines.
      { ...deleted, messages: { a: 'deleting gpu, no longer listed gpu, deleted gpu' } },
    ],
  }),
]
