import { drainingMachinesBody } from '../../../bodies.ts'
import { passMinutes, service } from './around.ts'
import { deleted, draining, type Interleaving, overdue, row, endState, unknown } from './rows.ts'
import { a, b, sequence, type Step } from './steps.ts'

// A machine pool leaves its cloud config with the response to its deletion, or is taken out by somebody else, while its
// machines drain. What follows from that alone is in the other tables.

/** Somebody rewrites the cloud config without the pool, whose machines drain until `service.recover()`. */
const rewriteConfig: Step = sequence(
  service.fail({ path: '/gpu/machines', body: drainingMachinesBody(2) }),
  service.gone(),
)

const noLongerListed = { sent: 'gpu', row: 'no longer listed', history: 'no longer listed gpu' }

/** A pool leaves its cloud config with the request, and its machines can’t be listed any more. */
const loseSightOfMachines = sequence(a.send(), service.hideMachines(), a.respond(204))

const momentaryFaults = [
  { status: 403 },
  { status: 405 },
  { status: 500 },
  { body: '<html>sign in</html>', headers: { 'content-type': 'text/html' } },
]

export const unlisted: readonly Interleaving[] = [
  row('drains after a reload as long as its machines are listed', {
    steps: [a.accept(), a.reload(), service.drain(1), a.waitForLookups()],
    expected: { ...draining, messages: { a: 'deleting gpu' } },
  }),
  row('is not sent again by another window while its machines are listed', {
    steps: [b.open(), a.accept(), b.openDialog()],
    expected: { ...draining, messages: { a: 'deleting gpu', b: 'already gpu' } },
  }),
  row('is overdue after a reload if its machines are listed for long', {
    steps: [a.accept(), a.reload(), a.overdue(20)],
    expected: { ...overdue, messages: { a: 'deleting gpu, overdue gpu' } },
  }),
  row('is unknown where a second request of a proxy is refused: 422', {
    steps: [a.send(), a.respond(422, 'done')],
    expected: { ...unknown, messages: { a: 'unknown gpu' } },
  }),
  row('is unknown without a definite response as long as its machines are listed', {
    steps: [a.send(), a.respond(502, 'done'), passMinutes(30), a.waitForLookups()],
    expected: { ...unknown, messages: { a: 'unknown gpu' } },
  }),
  row('is unknown where somebody else has rewritten the cloud config, and its machines drain', {
    steps: [a.sendWithoutResponse(), rewriteConfig],
    expected: { ...unknown, messages: { a: 'unknown gpu' } },
  }),
  row('drains on where somebody else has rewritten the cloud config, and its machines drain', {
    steps: [service.listUntilEnd(), a.acceptAndPoll(), rewriteConfig],
    expected: { ...draining, messages: { a: 'deleting gpu' } },
  }),
  row('is no longer listed where its machines can’t be listed', {
    steps: [loseSightOfMachines],
    expected: { ...noLongerListed, messages: { a: 'no longer listed gpu' } },
  }),
  row('is no longer listed after a reload where its machines can’t be listed', {
    steps: [loseSightOfMachines, a.reload()],
    expected: { ...noLongerListed, messages: { a: 'no longer listed gpu' } },
  }),
  row('says again that it is no longer listed if it is to be deleted again', {
    steps: [loseSightOfMachines, passMinutes(20), a.waitForLookups(), a.openDialog()],
    expected: {
      ...noLongerListed,
      messages: { a: 'no longer listed gpu, no longer listed gpu, no longer listed gpu' },
    },
  }),
  row('is over once its machines can be listed again, and are gone', {
    steps: [loseSightOfMachines, service.drain(), service.recover()],
    expected: { ...deleted, messages: { a: 'no longer listed gpu, deleted gpu' } },
  }),
  ...momentaryFaults.map((fault) =>
    row(`drains on after its machines were listed so: ${JSON.stringify(fault)}`, {
      steps: [
        a.acceptAndPoll(),
        service.fail({ path: '/gpu/machines', ...fault }, 2),
        a.waitForLookups(8),
      ],
      expected: { ...draining, messages: { a: 'deleting gpu, no longer listed gpu' } },
    }),
  ),
  row('drains on where another machine pool has its name, until its own machines are gone', {
    steps: [a.acceptAndPoll(), service.recreateWhileDraining(), a.waitForLookups()],
    expected: { ...draining, messages: { a: 'deleting gpu' } },
  }),
  row('is reported as ended once the machines of another machine pool are left under its name', {
    steps: [
      a.acceptAndPoll(),
      service.recreateWhileDraining(),
      a.waitForLookups(),
      service.drain(),
      a.waitForLookups(),
      passMinutes(10),
    ],
    expected: endState('gpu', { a: 'deleting gpu, replaced gpu' }, 'listed', 'unknown gpu'),
  }),
  row('is not sent by a window whose dialog was open before it', {
    steps: [b.open(), b.openDialog(), a.acceptAndPoll(), b.confirm()],
    expected: { ...draining, messages: { a: 'deleting gpu', b: 'already gpu' } },
  }),
  row('is not sent again while its outcome is unknown, and its machines drain', {
    steps: [a.send(), a.respond(502, 'done'), a.waitForLookups(), a.openDialog()],
    expected: { ...unknown, messages: { a: 'unknown gpu, never listed gpu' } },
  }),
  row('is not sent by another window while its outcome is unknown, and its machines drain', {
    steps: [b.open(), a.send(), a.respond('cut', 'done'), passMinutes(2), b.openDialog()],
    expected: { ...unknown, messages: { a: 'unknown gpu', b: 'never listed gpu' } },
  }),
  row('is over once its machines are gone, though nobody has looked while they drained', {
    steps: [a.accept(), a.close(), service.drain(), passMinutes(600), a.open()],
    expected: { ...deleted, messages: { a: 'deleting gpu, deleted gpu' } },
  }),
  row('counts as gone for the last worker pool', {
    pools: ['spark', 'kafka'],
    steps: [a.accept('spark'), a.decline('kafka')],
    expected: endState(
      'spark',
      { a: 'deleting spark, asks: last worker' },
      'deleting, listed',
      'accepted spark',
    ),
  }),
]
