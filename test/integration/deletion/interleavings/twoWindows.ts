import { jump, later, service, storage } from './around.ts'
import { deleted, draining, type Interleaving, overdue, unsent, row, seen } from './rows.ts'
import { a, b, inTurn, together } from './steps.ts'

export const twoWindows: readonly Interleaving[] = [
  row('is not sent by one while the request of the other is under way', {
    steps: [b.open(), a.send(), b.ask(), a.answer(204)],
    ends: { ...draining, told: { a: 'deleting gpu', b: 'already gpu' } },
  }),
  ...[inTurn(), storage.unwatched()].map((news, index) =>
    row(`is not sent by one whose question stood meanwhile${index ? ', without news' : ''}`, {
      steps: [news, b.open(), b.ask(), a.accept(), b.confirm()],
      ends: { ...draining, told: { a: 'deleting gpu', b: 'already gpu' } },
    }),
  ),
  row('is not sent by one whose question stood while the request was under way', {
    steps: [b.open(), b.ask(), a.send(), b.confirm(), a.answer(204)],
    ends: { ...draining, told: { a: 'deleting gpu', b: 'already gpu' } },
  }),
  row('is asked for once more where its question stood while it became unknown in the other', {
    steps: [
      b.open(),
      b.ask(),
      a.lose(),
      b.focus(),
      b.looked(),
      b.confirm(),
      b.confirm(),
      b.answer(204),
    ],
    ends: seen(
      'gpu, gpu',
      { a: 'unknown gpu', b: 'asks: changed + after unknown, deleting gpu' },
      'deleting',
      'accepted gpu, unknown gpu',
    ),
  }),
  row('is asked for once more where the clock was set back, and the other has lost one more', {
    steps: [
      b.open(),
      a.lose(),
      a.ask(),
      jump(-5),
      b.lose(),
      a.focus(),
      a.looked(1),
      a.confirm(),
      a.escape(),
    ],
    ends: [
      seen(
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
    'is asked for once more where the other has deleted it, and one that looks the same is there',
    {
      steps: [
        service.hideMachines(),
        b.open(),
        a.ask(),
        b.accept(),
        service.drain(),
        b.heard('deleted gpu'),
        service.recreate('gpu', {}),
        a.refresh(),
        a.confirm(),
        a.escape(),
      ],
      ends: seen(
        'gpu',
        { a: 'asks: changed', b: 'deleting gpu, deleted gpu' },
        'listed',
        'deleted gpu',
      ),
    },
  ),
  row('is asked for once more where its question stood until it was overdue in the other', {
    steps: [b.open(), b.ask(), a.follow(), a.overdue(21), b.confirm(), b.escape()],
    ends: {
      ...overdue,
      told: { a: 'deleting gpu, overdue gpu', b: 'asks: changed + after accepted' },
    },
  }),
  ...[1, 2, 3, 4, 5].flatMap((time) => [
    row(`is sent once at most where both confirm at the same moment, ${time}`, {
      steps: [b.open(), a.ask(), b.ask(), together(a.confirm(), b.confirm())],
      ends: [
        { sent: 'gpu', told: { b: 'already gpu' }, row: 'deleting', history: 'unknown gpu' },
        { sent: 'gpu', told: { a: 'already gpu' }, row: 'deleting', history: 'unknown gpu' },
        { ...unsent, told: { a: 'already gpu', b: 'already gpu' } },
      ],
    }),
  ]),
  row('is told by the one whose progress stands, though the other ends it while this one looks', {
    steps: [
      b.open(),
      a.accept(),
      b.focus(),
      b.looked(),
      a.blind(),
      service.drain(),
      b.heard('deleted gpu'),
      a.focus(),
      a.see(),
    ],
    ends: { ...deleted, told: { a: 'deleting gpu, deleted gpu', b: 'deleted gpu' } },
  }),
  ...[502, 403, 409, 404].map((status) =>
    row(`is over in the one that sent it, as the other saw before a late ${status}`, {
      steps: [
        b.open(),
        a.send(),
        later(2),
        b.focus(),
        service.gone(),
        b.heard('deleted gpu'),
        a.answer(status),
      ],
      ends: { ...deleted, told: { a: 'deleted gpu', b: 'deleted gpu' } },
    }),
  ),
  row('is told by the window that sends it, though the other has seen its machine pool go before', {
    steps: [b.open(), a.send(), service.gone(), b.focus(), b.looked(), a.answer(204)],
    ends: { ...deleted, told: { a: 'deleted gpu' } },
  }),
  row('is told to be over by the window that sees it first', {
    steps: [
      b.open(),
      a.accept(),
      b.focus(),
      b.blind(),
      service.drain(),
      a.heard('deleted gpu'),
      b.see(),
    ],
    ends: { ...deleted, told: { a: 'deleting gpu, deleted gpu' } },
  }),
  row('is told once to be overdue, which ends its notification in the other', {
    steps: [b.open(), a.accept(), b.focus(), a.blind(), b.overdue(20), a.see()],
    ends: { ...overdue, told: { a: 'deleting gpu', b: 'overdue gpu' } },
  }),
  row('is told to be over by the other where one closes while it drains', {
    steps: [b.open(), a.follow(), a.close(), b.focus(), service.drain()],
    ends: { ...deleted, told: { a: 'deleting gpu', b: 'deleted gpu' } },
  }),
  row('is told to be over by the other where one closes, and had no answer', {
    steps: [b.open(), a.send(), a.answer('cut', 'done'), a.close(), b.focus(), service.drain()],
    ends: { ...deleted, told: { a: 'unknown gpu', b: 'deleted gpu' } },
  }),
]
