import { connection, later, service, storage } from './around.ts'
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
import { a, inTurn } from './steps.ts'

export const stored: readonly Interleaving[] = [
  row('is told to be over later where pins can’t be saved', {
    steps: [a.send(), a.answer(502, 'done'), storage.failState(), service.drain()],
    ends: { ...deleted, told: { a: 'unknown gpu, deleted gpu' } },
  }),
  row('is not sent where it can’t be recorded', {
    steps: [a.ask(), storage.fail(), a.confirm()],
    ends: { ...unsent, told: { a: 'unrecorded gpu' } },
  }),
  row('leaves nothing where it can’t be recorded once', {
    steps: [a.ask(), storage.fail(1), a.confirm()],
    ends: { ...unsent, told: { a: 'unrecorded gpu' } },
  }),
  row('is told as accepted, and that this can’t be saved', {
    steps: [a.send(), storage.fail(), a.answer(204), a.ask()],
    ends: { ...draining, told: { a: 'deleting gpu, unsaved gpu, already gpu' } },
  }),
  row('is told as refused, and that this can’t be saved', {
    steps: [a.send(), storage.fail(), a.answer(409), a.decline()],
    ends: { ...refused, told: { a: 'refused gpu, unsaved gpu' } },
  }),
  row('is told to be over, though its answer could not be saved', {
    steps: [
      a.send(),
      storage.fail(),
      a.answer(204),
      a.looked(),
      storage.recover(),
      service.drain(),
    ],
    ends: { ...deleted, told: { a: 'deleting gpu, unsaved gpu, deleted gpu' } },
  }),
  row('is unknown after a reload, as its answer could not be saved', {
    steps: [a.send(), storage.fail(), a.answer(204), a.reload(), later(2), a.looked()],
    ends: { ...unknown, told: { a: 'deleting gpu, unsaved gpu' } },
  }),
  row('is told once to be over, though that could not be saved at first', {
    steps: [a.follow(), storage.fail(3), service.drain()],
    ends: { ...deleted, told: { a: 'deleting gpu, deleted gpu' } },
  }),
  row('is overdue after a reload, though that could not be saved', {
    steps: [a.follow(), storage.fill(), a.overdue(21), a.reload(), a.looked()],
    ends: { ...overdue, told: { a: 'deleting gpu, overdue gpu, overdue gpu' } },
  }),
  row('is not sent over a connection that is read-only by then', {
    steps: [a.ask(), storage.during(connection.write({ protection: 'readOnly' })), a.confirm()],
    ends: { ...unsent, told: { a: 'read-only gpu' } },
  }),
  row('is not sent over a connection that is protected while its question stands', {
    steps: [a.ask(), connection.write({ protection: 'confirm' }), a.confirm()],
    ends: { ...unsent, told: { a: 'connection changed' } },
  }),
  row('is not sent over a connection that is missing by then', {
    steps: [a.ask(), storage.during(connection.miss()), a.confirm()],
    ends: { ...unsent, told: { a: 'connection changed gpu' }, row: 'none' },
  }),
  row('is not sent over a connection that is removed by then', {
    steps: [a.ask(), connection.remove(), a.confirm()],
    ends: { ...unsent, told: { a: 'connection changed' }, row: 'none' },
  }),
  row('is not sent, and its record goes once files can be deleted', {
    steps: [
      a.ask(),
      storage.during(inTurn(connection.write({ protection: 'readOnly' }), storage.fail())),
      a.confirm(),
      storage.recover(),
      a.focus(),
      storage.holds(0),
    ],
    ends: { ...unsent, told: { a: 'read-only gpu, unsaved gpu' } },
  }),
  row('is asked for once more and declined, and its first record is left, which is told', {
    steps: [
      a.ask(),
      service.grow(),
      later(1),
      storage.during(storage.fail()),
      a.confirm(),
      a.escape(),
    ],
    ends: { ...unsent, told: { a: 'asks: changed, unsaved gpu' } },
  }),
  row('is refused with a full disk, of which only the history is short', {
    steps: [a.send(), storage.fill(), a.answer(403), a.reload(), later(2)],
    ends: { ...refused, told: { a: 'refused gpu' }, history: '' },
  }),
  row('is asked for once more where saving took long', {
    steps: [a.ask(), storage.during(later(1)), a.confirm(), a.escape()],
    ends: { ...unsent, told: { a: 'asks: unchecked' } },
  }),
  row('is told to be over where the keychain rejects meanwhile', {
    steps: [a.follow(), storage.lockKeychain(3), a.reload(), service.drain()],
    ends: { ...deleted, told: { a: 'deleting gpu, deleted gpu' } },
  }),
  row('is accepted where the keychain rejects after its request', {
    steps: [a.send(), storage.lockKeychain(1), a.answer(204)],
    ends: { ...draining, told: { a: 'deleting gpu' } },
  }),
]
