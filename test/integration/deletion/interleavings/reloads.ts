import { later, service, storage } from './around.ts'
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
import type { Scene } from './scene.ts'
import { a, type Answer } from './steps.ts'

const unheard: [Answer, ('done' | undefined)?][] = [
  [204],
  [502, 'done'],
  ['cut', 'done'],
  ['timeout', 'done'],
]

export const reloads: readonly Interleaving[] = [
  row('is not sent where its question stood', {
    steps: [a.ask(), a.reload(), a.refresh()],
    ends: unsent,
  }),
  row('is not sent where the reload came while it was recorded', {
    steps: [a.ask(), storage.during(a.reload()), pressed, a.closed(), later(2), a.refresh()],
    ends: { ...unsent, row: 'unknown', history: 'unknown gpu' },
  }),
  ...unheard.flatMap(([what, done]) => [
    row(`is told once to be over, whose answer was not heard: ${what}`, {
      steps: [a.send(), a.reload(), a.answer(what, done), later(2), service.drain()],
      ends: { ...deleted, told: { a: 'deleted gpu' } },
    }),
    row(`is told to be over where the next window opens after it: ${what}`, {
      steps: [a.send(), a.close(), a.answer(what, done), service.drain(), later(2), a.open()],
      ends: { ...deleted, told: { a: 'deleted gpu' } },
    }),
  ]),
  row('is unknown where its answer was not heard, though it was refused', {
    steps: [a.send(), a.reload(), a.answer(409), later(2), a.looked()],
    ends: { ...unknown, told: {} },
  }),
  row('is refused, though the window was killed while it recorded that', {
    steps: [a.send(), storage.killBefore('.sent.', a.close()), a.answer(403), a.open(), later(2)],
    ends: { ...refused, told: {} },
  }),
  row('is told to be over, though the window was killed while it recorded that', {
    steps: [
      a.follow(),
      storage.killBefore('.sent.', a.close()),
      service.drain(),
      a.closed(),
      a.open(),
    ],
    ends: { ...deleted, told: { a: 'deleting gpu, deleted gpu' } },
  }),
  row('is told to be overdue, though the window was killed before it told that', {
    steps: [
      a.follow(),
      storage.killBefore('.answered.', a.close()),
      later(21),
      a.closed(),
      a.open(),
    ],
    ends: { ...overdue, told: { a: 'deleting gpu, overdue gpu' } },
  }),
  row('is not sent again while its answer may come', {
    steps: [a.send(), a.reload(), a.ask()],
    ends: { ...draining, told: { a: 'already gpu' }, history: 'unknown gpu' },
  }),
  row('is followed on after its answer', {
    steps: [a.accept(), a.reload(), service.drain()],
    ends: { ...deleted, told: { a: 'deleting gpu, deleted gpu' } },
  }),
  row('is told once to be overdue, however many windows come after it', {
    steps: [
      a.accept(),
      a.close(),
      later(30),
      a.open(),
      a.heard('overdue gpu'),
      a.reload(),
      a.looked(),
      a.reload(),
      a.focus(),
    ],
    ends: { ...overdue, told: { a: 'deleting gpu, overdue gpu' } },
  }),
  row('is told to be overdue once the service is reached again', {
    steps: [
      a.accept(),
      a.close(),
      later(30),
      service.fail({ cut: 'beforeHeaders' }),
      a.open(),
      a.looked(),
      service.recover(),
      a.heard('overdue gpu'),
      a.reload(),
      a.looked(8),
      service.drain(),
    ],
    ends: { ...deleted, told: { a: 'deleting gpu, overdue gpu, deleted gpu' } },
  }),
  row('is not over where no lookup has worked since', {
    steps: [
      a.accept(),
      a.close(),
      service.fail({ status: 405 }),
      service.fail({ method: 'POST', path: '', status: 405 }),
      a.open(),
      a.looked(),
    ],
    ends: { ...draining, told: { a: 'deleting gpu' } },
  }),
  row('has not stood still where a machine has gone meanwhile', {
    steps: [a.follow(), a.close(), service.drain(1), later(12), a.open(), a.looked()],
    ends: { ...draining, told: { a: 'deleting gpu' } },
  }),
]

/** Confirms, and waits for nothing. */
function pressed(scene: Scene): void {
  const { modal } = scene.takeQuestion('a')
  modal.press(modal.buttons[1])
}
