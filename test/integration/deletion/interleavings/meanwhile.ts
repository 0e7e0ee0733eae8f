import { projects } from '../../../sandbox/data.ts'
import { connection, key, passMinutes, service } from './around.ts'
import { deleted, draining, type Interleaving, unknown, unsent, row } from './rows.ts'
import { a, type Step } from './steps.ts'

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
    row(`goes where its dialog said: ${what}`, {
      steps: [a.openDialog(), change, a.confirm(), a.respond(204)],
      expected: { ...draining, messages: { a: 'deleting gpu' }, row: mark },
    }),
    row(`keeps its response: ${what}`, {
      steps: [a.send(), change === before[1]?.[1] ? key.set() : change, a.respond(204)],
      expected: { ...draining, messages: { a: 'deleting gpu' }, row: mark },
    }),
  ]),
  row('is not sent without a key', {
    steps: [a.openDialog(), key.clear(), a.confirm()],
    expected: { ...unsent, messages: { a: 'no key gpu' }, row: 'none' },
  }),
  ...changes.map(([what, steps]) =>
    row(`is reported as ended: ${what}`, {
      steps: [a.acceptAndPoll(), ...steps, service.drain()],
      expected: { ...deleted, messages: { a: 'deleting gpu, deleted gpu' } },
    }),
  ),
  row('is reported where its connection is removed before the response, and kept no longer', {
    steps: [a.send(), connection.remove(), a.respond(204)],
    expected: { ...draining, messages: { a: 'deleting gpu' }, row: 'none', history: '' },
  }),
  row('is reported as unknown where its connection is removed before there is no response', {
    steps: [a.send(), connection.remove(), a.respond('cut')],
    expected: { ...unknown, messages: { a: 'unknown gpu' }, row: 'none', history: '' },
  }),
  row('ends in silence where its connection is removed while it drains', {
    steps: [a.acceptAndPoll(), connection.remove(), service.drain()],
    expected: { ...draining, messages: { a: 'deleting gpu' }, row: 'none', history: '' },
  }),
  row('is not sent again over its connection that is removed and added again', {
    steps: [a.accept(), connection.remove(), connection.addSame(), a.openDialog()],
    expected: { ...draining, messages: { a: 'deleting gpu, already gpu' } },
  }),
  row('is reported as ended in spite of a cleared history', {
    steps: [
      a.send(),
      a.respond(502, 'done'),
      a.waitForLookups(),
      a.clearHistory(),
      service.drain(),
    ],
    expected: { ...deleted, messages: { a: 'unknown gpu, deleted gpu' } }, // once in the history since
  }),
  row('is not overdue where no key was set', {
    steps: [a.acceptAndPoll(), key.clear(), passMinutes(30), service.drain(), key.set()],
    expected: { ...deleted, messages: { a: 'deleting gpu, deleted gpu' } },
  }),
  row('is not dismissed with its row while it drains', {
    steps: [a.acceptAndPoll(), a.unpin(), a.openDialog()],
    expected: { ...draining, messages: { a: 'deleting gpu, already gpu' } },
  }),
  row('is dismissed with its row where its outcome is unknown, and ends without a word', {
    steps: [a.send(), a.respond('cut', 'done'), a.unpin(), service.drain()],
    expected: { ...deleted, messages: { a: 'unknown gpu' } },
  }),
  row('is dismissed with its row, and is confirmed with a warning nevertheless', {
    steps: [a.send(), a.respond('cut'), a.unpin(), a.decline()],
    expected: { ...unknown, messages: { a: 'unknown gpu, asks: after unknown' }, row: 'listed' },
  }),
  row('is marked again where it was overdue and dismissed, as soon as machines go', {
    steps: [
      a.acceptAndPoll(),
      a.overdue(21),
      a.unpin(),
      service.drain(1),
      a.waitForLookups(),
      a.openDialog(),
    ],
    expected: {
      ...draining,
      messages: { a: 'deleting gpu, already gpu, overdue gpu' },
    },
  }),
  row('is marked again where it was dismissed during a lookup that shows that machines go', {
    steps: [
      a.acceptAndPoll(),
      a.overdue(21),
      a.unpinDuringLookup(service.drain(1)),
      a.waitForLookups(),
      a.openDialog(),
    ],
    expected: {
      ...draining,
      messages: { a: 'deleting gpu, already gpu, overdue gpu' },
    },
  }),
]
