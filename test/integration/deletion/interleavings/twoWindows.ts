import { setClockForward, passMinutes, service, storage } from './around.ts'
import { deleted, draining, type Interleaving, overdue, unsent, row, endState } from './rows.ts'
import { a, b, sequence, atOnce } from './steps.ts'

export const twoWindows: readonly Interleaving[] = [
  row('is not sent by one while the request of the other is in progress', {
    steps: [b.open(), a.send(), b.openDialog(), a.respond(204)],
    expected: { ...draining, messages: { a: 'deleting gpu', b: 'already gpu' } },
  }),
  ...[sequence(), storage.unwatched()].map((news, index) =>
    row(`is not sent by one whose dialog was open meanwhile${index ? ', without news' : ''}`, {
      steps: [news, b.open(), b.openDialog(), a.accept(), b.confirm()],
      expected: { ...draining, messages: { a: 'deleting gpu', b: 'already gpu' } },
    }),
  ),
  row('is not sent by one whose dialog was open while the request was in progress', {
    steps: [b.open(), b.openDialog(), a.send(), b.confirm(), a.respond(204)],
    expected: { ...draining, messages: { a: 'deleting gpu', b: 'already gpu' } },
  }),
  row('must be confirmed again where its dialog was open while it became unknown in the other', {
    steps: [
      b.open(),
      b.openDialog(),
      a.sendWithoutResponse(),
      b.focus(),
      b.waitForLookups(),
      b.confirm(),
      b.confirm(),
      b.respond(204),
    ],
    expected: endState(
      'gpu, gpu',
      { a: 'unknown gpu', b: 'asks: changed + after unknown, deleting gpu' },
      'deleting',
      'accepted gpu, unknown gpu',
    ),
  }),
  row('must be confirmed again where the clock was set back, and the other has lost one more', {
    steps: [
      b.open(),
      a.sendWithoutResponse(),
      a.openDialog(),
      setClockForward(-5),
      b.sendWithoutResponse(),
      a.focus(),
      a.waitForLookups(1),
      a.confirm(),
      a.escape(),
    ],
    expected: [
      endState(
        'gpu, gpu',
        {
          a: 'unknown gpu, asks: after unknown, asks: changed + after unknown',
          b: 'asks: after unknown, unknown gpu',
        },
        'unknown',
        'unknown gpu, unknown gpu',
      ),
    ],
  }),
  row(
    'must be confirmed again where the other has deleted it, and one that looks the same is there',
    {
      steps: [
        service.hideMachines(),
        b.open(),
        a.openDialog(),
        b.accept(),
        service.drain(),
        service.recover(), // only that its machines are gone proves it
        b.waitForMessage('deleted gpu'),
        service.hideMachines(),
        service.recreate('gpu', {}),
        a.refresh(),
        a.confirm(),
        a.escape(),
      ],
      expected: endState(
        'gpu',
        { a: 'asks: changed + unchecked', b: 'no longer listed gpu, deleted gpu' },
        'listed',
        'deleted gpu',
      ),
    },
  ),
  row('is not sent where its dialog was open until it was overdue in the other', {
    steps: [b.open(), b.openDialog(), a.acceptAndPoll(), a.overdue(21), b.confirm()],
    expected: { ...overdue, messages: { a: 'deleting gpu, overdue gpu', b: 'overdue gpu' } },
  }),
  ...[1, 2, 3, 4, 5].flatMap((time) => [
    row(`is sent once at most where both confirm at the same moment, ${time}`, {
      steps: [b.open(), a.openDialog(), b.openDialog(), atOnce(a.confirm(), b.confirm())],
      expected: [
        { sent: 'gpu', messages: { b: 'already gpu' }, row: 'deleting', history: 'unknown gpu' },
        { sent: 'gpu', messages: { a: 'already gpu' }, row: 'deleting', history: 'unknown gpu' },
        { ...unsent, messages: { a: 'already gpu', b: 'already gpu' } },
      ],
    }),
  ]),
  row(
    'is reported by the one whose progress stands, though the other ends it while this one looks',
    {
      steps: [
        b.open(),
        a.accept(),
        b.focus(),
        b.waitForLookups(),
        a.holdLookups(),
        service.drain(),
        b.waitForMessage('deleted gpu'),
        a.focus(),
        a.releaseLookups(),
      ],
      expected: { ...deleted, messages: { a: 'deleting gpu, deleted gpu', b: 'deleted gpu' } },
    },
  ),
  ...[502, 403, 409, 404].map((status) =>
    row(`is over in the one that sent it, as the other saw before a late ${status}`, {
      steps: [
        b.open(),
        a.send(),
        passMinutes(2),
        b.focus(),
        service.gone(),
        b.waitForMessage('deleted gpu'),
        a.respond(status),
      ],
      expected: { ...deleted, messages: { a: 'deleted gpu', b: 'deleted gpu' } },
    }),
  ),
  row(
    'is reported by the window that sends it, though the other has seen its machine pool go before',
    {
      steps: [b.open(), a.send(), service.gone(), b.focus(), b.waitForLookups(), a.respond(204)],
      expected: { ...deleted, messages: { a: 'deleted gpu' } },
    },
  ),
  row('is reported as ended by the window that sees it first', {
    steps: [
      b.open(),
      a.accept(),
      b.focus(),
      b.holdLookups(),
      service.drain(),
      a.waitForMessage('deleted gpu'),
      b.releaseLookups(),
    ],
    expected: { ...deleted, messages: { a: 'deleting gpu, deleted gpu' } },
  }),
  row('is reported as overdue once, which ends its notification in the other', {
    steps: [b.open(), a.accept(), b.focus(), a.holdLookups(), b.overdue(20), a.releaseLookups()],
    expected: { ...overdue, messages: { a: 'deleting gpu', b: 'overdue gpu' } },
  }),
  row('is reported as ended by the other where one closes while it drains', {
    steps: [b.open(), a.acceptAndPoll(), a.close(), b.focus(), service.drain()],
    expected: { ...deleted, messages: { a: 'deleting gpu', b: 'deleted gpu' } },
  }),
  row('is reported as ended by the other where one closes, and had no response', {
    steps: [b.open(), a.send(), a.respond('cut', 'done'), a.close(), b.focus(), service.drain()],
    expected: { ...deleted, messages: { a: 'unknown gpu', b: 'deleted gpu' } },
  }),
]
