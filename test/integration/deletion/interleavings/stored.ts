import { connection, key, passMinutes, service, storage } from './around.ts'
import {
  deleted,
  draining,
  type Interleaving,
  overdue,
  refused,
  unknown,
  unsent,
  row,
} from './rows.ts'
import { a, sequence } from './steps.ts'

export const stored: readonly Interleaving[] = [
  row('is reported as ended later where pins can’t be saved', {
    steps: [a.send(), a.respond(502, 'done'), storage.failState(), service.drain()],
    expected: { ...deleted, messages: { a: 'unknown gpu, deleted gpu' } },
  }),
  row('is not sent where it can’t be recorded', {
    steps: [a.openDialog(), storage.fail(), a.confirm()],
    expected: { ...unsent, messages: { a: 'unrecorded gpu' } },
  }),
  row('leaves nothing where it can’t be recorded once', {
    steps: [a.openDialog(), storage.fail(1), a.confirm()],
    expected: { ...unsent, messages: { a: 'unrecorded gpu' } },
  }),
  row('is reported as accepted, and that this can’t be saved', {
    steps: [a.send(), storage.fail(), a.respond(204), a.openDialog()],
    expected: { ...draining, messages: { a: 'deleting gpu, unsaved gpu, already gpu' } },
  }),
  row('is reported as refused, and that this can’t be saved', {
    steps: [a.send(), storage.fail(), a.respond(409), a.decline()],
    expected: { ...refused, messages: { a: 'refused gpu, unsaved gpu' } },
  }),
  row('is reported as ended, though its response could not be saved', {
    steps: [
      a.send(),
      storage.fail(),
      a.respond(204),
      a.waitForLookups(),
      storage.recover(),
      service.drain(),
    ],
    expected: { ...deleted, messages: { a: 'deleting gpu, unsaved gpu, deleted gpu' } },
  }),
  row('is unknown after a reload, as its response could not be saved', {
    steps: [
      a.send(),
      storage.fail(),
      a.respond(204),
      a.reload(),
      passMinutes(2),
      a.waitForLookups(),
    ],
    expected: { ...unknown, messages: { a: 'deleting gpu, unsaved gpu' } },
  }),
  row('is reported as ended once, though that could not be saved at first', {
    steps: [a.acceptAndPoll(), storage.fail(3), service.drain()],
    expected: { ...deleted, messages: { a: 'deleting gpu, deleted gpu' } },
  }),
  row('is overdue after a reload, though that could not be saved', {
    steps: [a.acceptAndPoll(), storage.fill(), a.overdue(21), a.reload(), a.waitForLookups()],
    expected: { ...overdue, messages: { a: 'deleting gpu, overdue gpu, overdue gpu' } },
  }),
  row('is not sent where its key is cleared by then', {
    steps: [a.openDialog(), storage.during(key.clear()), a.confirm()],
    expected: { ...unsent, messages: { a: 'no key gpu' }, row: 'none' },
  }),
  row('is not sent over a connection that requires typing by then', {
    steps: [a.openDialog(), storage.during(connection.write({ deletion: 'type' })), a.confirm()],
    expected: { ...unsent, messages: { a: 'connection changed gpu' } },
  }),
  row('is not sent over a connection that blocks deletions by then', {
    steps: [a.openDialog(), storage.during(connection.write({ deletion: 'block' })), a.confirm()],
    expected: { ...unsent, messages: { a: 'blocked gpu' } },
  }),
  row('is not sent over a connection that requires typing while its dialog is open', {
    steps: [a.openDialog(), connection.write({ deletion: 'type' }), a.confirm()],
    expected: { ...unsent, messages: { a: 'connection changed' } },
  }),
  row('is not sent over a connection that is missing by then', {
    steps: [a.openDialog(), storage.during(connection.miss()), a.confirm()],
    expected: { ...unsent, messages: { a: 'connection changed gpu' }, row: 'none' },
  }),
  row('is not sent over a connection that is removed by then', {
    steps: [a.openDialog(), connection.remove(), a.confirm()],
    expected: { ...unsent, messages: { a: 'connection changed' }, row: 'none' },
  }),
  row('is not sent, and its record goes once files can be deleted', {
    steps: [
      a.openDialog(),
      storage.during(sequence(connection.write({ deletion: 'block' }), storage.fail())),
      a.confirm(),
      storage.recover(),
      a.focus(),
      storage.holds(0),
    ],
    expected: { ...unsent, messages: { a: 'blocked gpu, unsaved gpu' } },
  }),
  row('must be confirmed again, and leaves its first record if declined, which is reported', {
    steps: [
      a.openDialog(),
      service.grow(),
      passMinutes(1),
      storage.during(storage.fail()),
      a.confirm(),
      a.escape(),
    ],
    expected: { ...unsent, messages: { a: 'asks: changed, unsaved gpu' } },
  }),
  row('is refused with a full disk, of which only the history is short', {
    steps: [a.send(), storage.fill(), a.respond(403), a.reload(), passMinutes(2)],
    expected: { ...refused, messages: { a: 'refused gpu' }, history: '' },
  }),
  row('must be confirmed again where saving took long', {
    steps: [a.openDialog(), storage.during(passMinutes(1)), a.confirm(), a.escape()],
    expected: { ...unsent, messages: { a: 'asks: unchecked' } },
  }),
  row('is reported as ended where the keychain rejects meanwhile', {
    steps: [a.acceptAndPoll(), storage.lockKeychain(3), a.reload(), service.drain()],
    expected: { ...deleted, messages: { a: 'deleting gpu, deleted gpu' } },
  }),
  row('is accepted where the keychain rejects after its request', {
    steps: [a.send(), storage.lockKeychain(1), a.respond(204)],
    expected: { ...draining, messages: { a: 'deleting gpu' } },
  }),
]
