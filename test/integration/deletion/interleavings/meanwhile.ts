import { projects } from '../../../sandbox/data.ts'
import { connection, key, later, service } from './around.ts'
import { deleted, draining, type Interleaving, unknown, unsent, row } from './rows.ts'
import { a, inTurn, together, type Step } from './steps.ts'

const before: readonly [string, Step, string][] = [
  ['the active connection', connection.switchAway(), 'none'],
  ['the key', key.replace(), 'deleting'],
  ['a refreshed view', a.refresh(), 'deleting'],
]
/** What changes nothing of a deletion that drains. */
const changes: readonly [string, Step[]][] = [
  ['another connection is active', [connection.switchAway()]],
  ['its key is set anew', [key.set()]],
  ['its key is cleared for a while', [key.clear(), service.drain(), key.set()]],
  ['its connection has another name', [connection.write({ name: 'renamed' })]],
  [
    'another project is selected for a while',
    [connection.write({ projectUid: projects.production.uid }), connection.write()],
  ],
  [
    'its connection is missing for a while',
    [connection.miss(), service.drain(), connection.write()],
  ],
  ['another connection leads there', [connection.addSame()]],
  [
    'another connection leads there, and its own is removed',
    [connection.addSame(), connection.remove()],
  ],
]

export const meanwhile: readonly Interleaving[] = [
  ...before.flatMap(([what, change, mark]) => [
    row(`goes where its question said: ${what}`, {
      steps: [a.ask(), change, a.confirm(), a.answer(204)],
      ends: { ...draining, told: { a: 'deleting gpu' }, row: mark },
    }),
    row(`keeps its answer: ${what}`, {
      steps: [a.send(), change === before[1]?.[1] ? key.set() : change, a.answer(204)],
      ends: { ...draining, told: { a: 'deleting gpu' }, row: mark },
    }),
  ]),
  row('is not sent without a key', {
    steps: [a.ask(), key.clear(), a.confirm()],
    ends: { ...unsent, told: { a: 'no key gpu' }, row: 'none' },
  }),
  ...changes.map(([what, steps]) =>
    row(`is told to be over: ${what}`, {
      steps: [a.follow(), ...steps, service.drain()],
      ends: { ...deleted, told: { a: 'deleting gpu, deleted gpu' } },
    }),
  ),
  row('is not sent where its key is cleared while it is looked at again', {
    steps: [a.ask(), later(1), a.blind(), together(a.confirm(), inTurn(key.clear(), a.see()))],
    ends: { ...unsent, told: { a: 'no key gpu' }, row: 'none' },
  }),
  row('is told where its connection is removed before the answer, and kept no longer', {
    steps: [a.send(), connection.remove(), a.answer(204)],
    ends: { ...draining, told: { a: 'deleting gpu' }, row: 'none', history: '' },
  }),
  row('is told to be unknown where its connection is removed before there is no answer', {
    steps: [a.send(), connection.remove(), a.answer('cut')],
    ends: { ...unknown, told: { a: 'unknown gpu' }, row: 'none', history: '' },
  }),
  row('ends in silence where its connection is removed while it drains', {
    steps: [a.follow(), connection.remove(), service.drain()],
    ends: { ...draining, told: { a: 'deleting gpu' }, row: 'none', history: '' },
  }),
  row('is not sent again over its connection that is removed and added again', {
    steps: [a.accept(), connection.remove(), connection.addSame(), a.ask()],
    ends: { ...draining, told: { a: 'deleting gpu, already gpu' } },
  }),
  row('is told to be over in spite of a cleared history', {
    steps: [a.send(), a.answer(502, 'done'), a.looked(), a.clearHistory(), service.drain()],
    ends: { ...deleted, told: { a: 'unknown gpu, deleted gpu' } }, // once in the history since
  }),
  row('is not overdue where there was no key to look with', {
    steps: [a.follow(), key.clear(), later(30), service.drain(), key.set()],
    ends: { ...deleted, told: { a: 'deleting gpu, deleted gpu' } },
  }),
  row('is not dismissed with its row while it drains', {
    steps: [a.follow(), a.unpin(), a.ask()],
    ends: { ...draining, told: { a: 'deleting gpu, already gpu' } },
  }),
  row('is dismissed with its row where nobody knows its end, and ends without a word', {
    steps: [a.send(), a.answer('cut', 'done'), a.unpin(), service.drain()],
    ends: { ...deleted, told: { a: 'unknown gpu' } },
  }),
  row('is dismissed with its row, and asked for with a warning all the same', {
    steps: [a.send(), a.answer('cut'), a.unpin(), a.decline()],
    ends: { ...unknown, told: { a: 'unknown gpu, asks: after unknown' }, row: 'listed' },
  }),
  row('is marked again where it was overdue and dismissed, as soon as machines go', {
    steps: [a.follow(), a.overdue(21), a.unpin(), service.drain(1), a.looked(), a.ask()],
    ends: {
      ...draining,
      told: { a: 'deleting gpu, already gpu, overdue gpu' },
    },
  }),
]
