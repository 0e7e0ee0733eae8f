import { passMinutes, service, storage } from './around.ts'
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
import { a, type ResponseKind } from './steps.ts'

const lostResponses: [ResponseKind, ('done' | undefined)?][] = [
  [204],
  [502, 'done'],
  ['timeout', 'done'],
]

export const reloads: readonly Interleaving[] = [
  row('is not sent where its dialog was open', {
    steps: [a.openDialog(), a.reload(), a.refresh()],
    expected: unsent,
  }),
  row('is not sent where the reload came while it was recorded', {
    steps: [
      a.openDialog(),
      storage.during(a.reload()),
      pressButton,
      a.waitForClose(),
      passMinutes(2),
      a.refresh(),
    ],
    expected: { ...unsent, row: 'unknown', history: 'unknown gpu' },
  }),
  ...lostResponses.flatMap(([what, done]) => [
    row(`is reported as ended once, whose response was lost: ${what}`, {
      steps: [a.send(), a.reload(), a.respond(what, done), passMinutes(2), service.drain()],
      expected: { ...deleted, messages: { a: 'deleted gpu' } },
    }),
    row(`is reported as ended where the next window opens after it: ${what}`, {
      steps: [
        a.send(),
        a.close(),
        a.respond(what, done),
        service.drain(),
        passMinutes(2),
        a.open(),
      ],
      expected: { ...deleted, messages: { a: 'deleted gpu' } },
    }),
  ]),
  row('is unknown where its response was lost, though it was refused', {
    steps: [a.send(), a.reload(), a.respond(409), passMinutes(2), a.waitForLookups()],
    expected: { ...unknown, messages: {} },
  }),
  row('is refused, though the window was killed while it recorded that', {
    steps: [
      a.send(),
      storage.killBefore('.sent.', a.close()),
      a.respond(403),
      a.open(),
      passMinutes(2),
    ],
    expected: { ...refused, messages: {} },
  }),
  row('is reported as ended, though the window was killed while it recorded that', {
    steps: [
      a.acceptAndPoll(),
      storage.killBefore('.sent.', a.close()),
      service.drain(),
      a.waitForClose(),
      a.open(),
    ],
    expected: { ...deleted, messages: { a: 'deleting gpu, deleted gpu' } },
  }),
  row('is reported as overdue, though the window was killed before it reported that', {
    steps: [
      a.acceptAndPoll(),
      storage.killBefore('.answered.', a.close()),
      passMinutes(21),
      a.waitForClose(),
      a.open(),
    ],
    expected: { ...overdue, messages: { a: 'deleting gpu, overdue gpu' } },
  }),
  row('is not sent again while its response may come', {
    steps: [a.send(), a.reload(), a.openDialog()],
    expected: { ...draining, messages: { a: 'already gpu' }, history: 'unknown gpu' },
  }),
  row('is polled after its response and a reload', {
    steps: [a.accept(), a.reload(), service.drain()],
    expected: { ...deleted, messages: { a: 'deleting gpu, deleted gpu' } },
  }),
  row('is reported as overdue once, however many windows come after it', {
    steps: [
      a.accept(),
      a.close(),
      passMinutes(30),
      a.open(),
      a.waitForMessage('overdue gpu'),
      a.reload(),
      a.waitForLookups(),
      a.reload(),
      a.focus(),
    ],
    expected: { ...overdue, messages: { a: 'deleting gpu, overdue gpu' } },
  }),
  row('is reported as overdue once the service is reached again', {
    steps: [
      a.accept(),
      a.close(),
      passMinutes(30),
      service.fail({ cut: 'beforeHeaders' }),
      a.open(),
      a.waitForLookups(),
      service.recover(),
      a.waitForMessage('overdue gpu'),
      a.reload(),
      a.waitForLookups(8),
      service.drain(),
    ],
    expected: { ...deleted, messages: { a: 'deleting gpu, overdue gpu, deleted gpu' } },
  }),
  row('is not over where no lookup has worked since', {
    steps: [
      a.accept(),
      a.close(),
      service.fail({ status: 405 }),
      service.fail({ method: 'POST', path: '', status: 405 }),
      a.open(),
      a.waitForLookups(),
    ],
    expected: { ...draining, messages: { a: 'deleting gpu' } },
  }),
  row('has not stood still where a machine has gone meanwhile', {
    steps: [
      a.acceptAndPoll(),
      a.close(),
      service.drain(1),
      passMinutes(12),
      a.open(),
      a.waitForLookups(),
    ],
    expected: { ...draining, messages: { a: 'deleting gpu' } },
  }),
]

/** Confirms, and waits for nothing. */
function pressButton(scene: Scene): void {
  const { modal } = scene.takeQuestion('a')
  modal.press(modal.buttons[1])
}
