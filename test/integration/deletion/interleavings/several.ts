import { connection, later, service } from './around.ts'
import type { Interleaving } from './rows.ts'
import type { PoolName } from './scene.ts'
import { a, b } from './steps.ts'

const both: readonly PoolName[] = ['gpu', 'batch']
/** Asks for both in one question, and confirms it, up to the first request. */
const sendBoth = [a.ask('gpu', 'batch'), a.confirm()]
const gpuGoes = { sent: 'gpu', row: 'deleting, listed', history: 'accepted gpu' }

export const several: readonly Interleaving[] = [
  {
    what: 'are told together, and once, where all are accepted',
    pools: both,
    steps: [...sendBoth, a.answer(204), a.answer(204), service.drain()],
    ends: {
      sent: 'gpu, batch',
      told: { a: 'deleting gpu batch, deleted gpu batch' },
      row: 'none, none',
      history: 'deleted batch, deleted gpu',
    },
  },
  {
    what: 'have each their answer: accepted and refused',
    pools: both,
    steps: [...sendBoth, a.answer(204), a.answer(403)],
    ends: {
      sent: 'gpu, batch',
      told: { a: 'deleting gpu, refused batch' },
      row: 'deleting, listed',
      history: 'accepted gpu, refused batch',
    },
  },
  {
    what: 'have each their answer: unknown and accepted',
    pools: both,
    steps: [...sendBoth, a.answer(502), a.answer(204), service.drain()],
    ends: {
      sent: 'gpu, batch',
      told: { a: 'deleting batch, unknown gpu, deleted batch' },
      row: 'unknown, none',
      history: 'deleted batch, unknown gpu',
    },
  },
  {
    what: 'are each told once to be over, also one that is found so while others are sent',
    pools: both,
    steps: [
      ...sendBoth,
      a.answer(502, 'done'),
      service.drain(),
      a.heard('deleted gpu'),
      a.answer(204),
      service.drain(),
    ],
    ends: {
      sent: 'gpu, batch',
      told: { a: 'deleting batch, deleted gpu, deleted batch' },
      row: 'none, none',
      history: 'deleted batch, deleted gpu',
    },
  },
  {
    what: 'have each their answer: unknown, and unsent after Cancel',
    pools: both,
    steps: [...sendBoth, a.cancel()],
    ends: {
      sent: 'gpu',
      told: { a: 'unknown gpu, canceled batch' },
      row: 'unknown, listed',
      history: 'unknown gpu',
    },
  },
  // Each is recorded at its turn (before issue 28's last session: all before the first is sent).
  {
    what: 'are sent once where another window sends one before its turn',
    pools: both,
    steps: [...sendBoth, b.open(), b.accept('batch'), a.answer(204)],
    ends: {
      sent: 'gpu, batch',
      told: { a: 'deleting gpu, already batch', b: 'deleting batch' },
      row: 'deleting, deleting',
      history: 'accepted batch, accepted gpu',
    },
  },
  {
    what: 'are not asked for once more in the same window before their turn',
    pools: both,
    steps: [...sendBoth, a.ask('batch'), a.answer(204), a.answer(204)],
    ends: {
      sent: 'gpu, batch',
      told: { a: 'deleting gpu batch' },
      row: 'deleting, deleting',
      history: 'accepted batch, accepted gpu',
    },
  },
  {
    what: 'are shown as they are in another window while they wait for minutes',
    pools: both,
    steps: [...sendBoth, later(5), b.open(), b.looked()],
    ends: {
      sent: 'gpu',
      told: {},
      row: 'deleting, listed / unknown, listed',
      history: 'unknown gpu',
    },
  },
  {
    what: 'are not recorded before their turn, so that a reload leaves nothing of them',
    pools: both,
    steps: [...sendBoth, a.reload(), a.answer(204), later(2), a.looked()],
    ends: { sent: 'gpu', told: {}, row: 'unknown, listed', history: 'unknown gpu' },
  },
  {
    what: 'are not sent where the connection is read-only by their turn',
    pools: both,
    steps: [...sendBoth, connection.write({ protection: 'readOnly' }), a.answer(204)],
    ends: { ...gpuGoes, told: { a: 'deleting gpu, read-only batch' } },
  },
  {
    what: 'are in the history of both windows that send at the same moment',
    pools: both,
    steps: [
      b.open(),
      a.ask(),
      b.ask('batch'),
      a.confirm(),
      b.confirm(),
      a.answer(204),
      b.answer(204),
    ],
    ends: {
      sent: 'gpu, batch',
      told: { a: 'deleting gpu', b: 'deleting batch' },
      row: 'deleting, deleting',
      history: 'accepted batch, accepted gpu',
    },
  },
  {
    what: 'in two clusters are each told once where they end while no window is open',
    pools: ['gpu', 'spark'],
    steps: [a.accept('spark'), a.accept(), a.close(), service.drain(), a.open()],
    ends: ['deleted spark, deleted gpu', 'deleted gpu, deleted spark'].map((told) => ({
      sent: 'spark, gpu',
      told: { a: `deleting spark, deleting gpu, ${told}` },
      row: 'none, none',
      history: 'deleted gpu, deleted spark',
    })),
  },
  {
    what: 'are sent where those before took long, and nothing has changed',
    pools: both,
    steps: [...sendBoth, later(8), a.answer(403), a.answer(403)],
    ends: {
      sent: 'gpu, batch',
      told: { a: 'refused gpu batch' },
      row: 'listed, listed',
      history: 'refused batch, refused gpu',
    },
  },
  {
    what: 'are not sent where the cluster has changed by their turn',
    pools: both,
    steps: [...sendBoth, service.gone('web'), later(8), a.answer(204)],
    ends: { ...gpuGoes, told: { a: 'deleting gpu, changed batch' } },
  },
  {
    what: 'are not sent where they can’t be looked at again by their turn',
    pools: both,
    steps: [...sendBoth, service.fail({ status: 500 }), later(8), a.answer(204), service.recover()],
    ends: { ...gpuGoes, told: { a: 'deleting gpu, unchecked batch' } },
  },
  {
    what: 'are not sent where another machine pool has the name by their turn',
    pools: both,
    steps: [...sendBoth, service.recreate('batch'), later(1), a.answer(204)],
    ends: { ...gpuGoes, told: { a: 'deleting gpu, changed batch' } },
  },
  {
    what: 'count as gone from their turn on, which is not sent if another window has sent the others',
    pools: both,
    steps: [...sendBoth, b.open(), b.accept('web'), a.answer(204)],
    ends: {
      sent: 'gpu, web',
      told: { a: 'deleting gpu, changed batch', b: 'deleting web' },
      row: 'deleting, listed',
      history: 'accepted gpu, accepted web',
    },
  },
]
