import { drainingMachinesBody } from '../../../bodies.ts'
import { passMinutes, service } from './around.ts'
import { deleted, draining, type Interleaving, overdue, row, endState, unknown } from './rows.ts'
import type { PoolName } from './scene.ts'
import { a, b, sequence, type Step } from './steps.ts'

// A machine pool may leave its cloud config with the response to its deletion, or be taken out by somebody else, while its
// machines drain. They are listed until `service.recover()`.

/** The machines of a pool are listed as draining, whatever its cloud config has. */
const listDrainingMachines =
  (pool: PoolName): Step =>
  (scene) =>
    scene.service.addFault({
      method: 'GET',
      path: `/${pool}/machines`,
      times: null,
      body: drainingMachinesBody(2),
    })

/** From now on, a pool leaves its cloud config with the request, and its machines drain. */
const leaveBehindMachines = (pool: PoolName = 'gpu'): Step =>
  sequence(service.drainAtOnce(), listDrainingMachines(pool))

/** Somebody rewrites the cloud config without the pool. */
const rewriteConfig = (pool: PoolName = 'gpu'): Step =>
  sequence(listDrainingMachines(pool), service.gone(pool))

const noLongerListed = { sent: 'gpu', row: 'no longer listed', history: 'no longer listed gpu' }

/** A pool leaves its cloud config with the request, and its machines can’t be listed any more. */
const loseSightOfMachines = sequence(
  service.drainAtOnce(),
  a.send(),
  service.hideMachines(),
  a.respond(204),
)

export const unlisted: readonly Interleaving[] = [
  row('drains as long as its machines are listed', {
    steps: [leaveBehindMachines(), a.accept()],
    expected: { ...draining, messages: { a: 'deleting gpu' } },
  }),
  row('is over once its machines are gone, too', {
    steps: [leaveBehindMachines(), a.accept(), service.recover()],
    expected: { ...deleted, messages: { a: 'deleting gpu, deleted gpu' } },
  }),
  row('drains after a reload as long as its machines are listed', {
    steps: [leaveBehindMachines(), a.accept(), a.reload()],
    expected: { ...draining, messages: { a: 'deleting gpu' } },
  }),
  row('is not sent again by another window while its machines are listed', {
    steps: [leaveBehindMachines(), b.open(), a.accept(), b.openDialog()],
    expected: { ...draining, messages: { a: 'deleting gpu', b: 'already gpu' } },
  }),
  row('is overdue if its machines are listed for long', {
    steps: [leaveBehindMachines(), a.accept(), a.overdue(20)],
    expected: { ...overdue, messages: { a: 'deleting gpu, overdue gpu' } },
  }),
  ...[302, 409, 410, 422].map((status) =>
    row(`is unknown where a second request of a proxy is refused: ${status}`, {
      steps: [leaveBehindMachines(), a.send(), a.respond(status, 'done')],
      expected: { ...unknown, messages: { a: 'unknown gpu' } },
    }),
  ),
  row('is unknown without a definite response as long as its machines are listed', {
    steps: [leaveBehindMachines(), a.send(), a.respond(502, 'done')],
    expected: { ...unknown, messages: { a: 'unknown gpu' } },
  }),
  row('is unknown where somebody else has rewritten the cloud config, and its machines drain', {
    steps: [a.sendWithoutResponse(), rewriteConfig()],
    expected: { ...unknown, messages: { a: 'unknown gpu' } },
  }),
  row('drains on where somebody else has rewritten the cloud config, and its machines drain', {
    steps: [a.acceptAndPoll(), rewriteConfig()],
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
    steps: [loseSightOfMachines, service.recover()],
    expected: { ...deleted, messages: { a: 'no longer listed gpu, deleted gpu' } },
  }),
  row('counts as gone for the last worker pool', {
    pools: ['spark', 'kafka'],
    steps: [leaveBehindMachines('spark'), a.accept('spark'), a.decline('kafka')],
    expected: endState(
      'spark',
      { a: 'deleting spark, asks: last worker' },
      'deleting, listed',
      'accepted spark',
    ),
  }),
]
