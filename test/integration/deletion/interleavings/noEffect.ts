import { later, service } from './around.ts'
import { type Interleaving, unknown } from './rows.ts'
import { a, b, type Step } from './steps.ts'

// An unknown deletion has apparently had no effect once every machine was `Running`, without a deletionTimestamp, for ten
// minutes, by lists that were read in full (lookups.md).

const noEffect = { sent: 'gpu', row: 'listed', history: 'no effect gpu' }
/** Nobody knows its end; all machines have been seen to run. */
const unanswered = [a.send(), a.answer(502), a.looked()]
const running = { metadata: { uid: 'm1', name: 'm1' }, status: { instanceState: 'Running' } }
const toldOnce = { a: 'unknown gpu, no effect gpu' }

export const withoutEffect: readonly Interleaving[] = [
  {
    what: 'has apparently had no effect after ten minutes of running machines',
    steps: [...unanswered, later(10), a.refresh()],
    ends: { ...noEffect, told: toldOnce },
  },
  {
    what: 'is unknown before that',
    steps: [...unanswered, later(9), a.refresh()],
    ends: { ...unknown, told: { a: 'unknown gpu' } },
  },
  {
    what: 'is asked for without a warning after that',
    steps: [...unanswered, later(10), a.heard('no effect gpu'), a.ask(), a.escape()],
    ends: { ...noEffect, told: toldOnce },
  },
  {
    what: 'has had an effect where machines leave later',
    steps: [a.send(), a.answer(502, 'done'), a.looked(), service.drain(1), later(30), a.refresh()],
    ends: { ...unknown, told: { a: 'unknown gpu' } },
  },
  {
    what: 'is over where its machine pool is gone within that time',
    steps: [...unanswered, later(9), a.looked(), service.gone()],
    ends: {
      sent: 'gpu',
      told: { a: 'unknown gpu, deleted gpu' },
      row: 'none',
      history: 'deleted gpu',
    },
  },
  {
    what: 'is unknown where the machines can’t be listed',
    steps: [machines({ status: 500 }), ...unanswered, later(30), a.refresh()],
    ends: { ...unknown, told: { a: 'unknown gpu' } },
  },
  {
    what: 'is unknown where the list of machines has an end that can’t be read',
    steps: [
      machines({ body: JSON.stringify({ items: [running], listmeta: { continue: 'more' } }) }),
      ...unanswered,
      later(30),
      a.refresh(),
    ],
    ends: { ...unknown, told: { a: 'unknown gpu' } },
  },
  {
    what: 'is unknown where a machine does not run',
    steps: [
      machines({
        body: JSON.stringify({ items: [{ ...running, status: { instanceState: 'Pending' } }] }),
      }),
      ...unanswered,
      later(30),
      a.refresh(),
    ],
    ends: { ...unknown, told: { a: 'unknown gpu' } },
  },
  {
    what: 'is unknown where nobody has looked for most of that time',
    steps: [
      a.send(),
      service.fail({ cut: 'beforeHeaders' }),
      a.answer('cut'),
      later(30),
      service.recover(),
      a.looked(),
    ],
    ends: { ...unknown, told: { a: 'unknown gpu' } },
  },
  {
    what: 'has had no effect after a reload within that time, too',
    steps: [...unanswered, a.reload(), a.looked(), later(10), a.refresh()],
    ends: { ...noEffect, told: toldOnce },
  },
  {
    what: 'has had no effect, unlike an earlier one that was accepted and took machines',
    pools: ['web'],
    steps: [
      a.send('web'),
      a.answer(202),
      a.looked(),
      service.shrink('web'),
      a.looked(),
      later(25),
      a.heard('overdue web'),
      a.send('web'),
      a.answer(502),
      a.looked(),
      later(10),
      a.refresh(),
    ],
    ends: {
      sent: 'web, web',
      told: { a: 'deleting web, asks: after accepted, unknown web, overdue web, no effect web' },
      row: 'listed',
      history: 'no effect web, unknown web',
    },
  },
  {
    what: 'has had no effect where its window closes, as another one tells',
    steps: [b.open(), ...unanswered, a.close(), b.focus(), b.looked(), later(10), b.refresh()],
    ends: { ...noEffect, told: { a: 'unknown gpu', b: 'no effect gpu' } },
  },
  {
    what: 'has had no effect, told once in two windows',
    steps: [
      b.open(),
      ...unanswered,
      b.focus(),
      b.looked(),
      b.blind(),
      later(10),
      a.heard('no effect gpu'),
      b.see(),
    ],
    ends: { ...noEffect, told: toldOnce },
  },
]

/** The machines of the pool are always listed so. */
function machines(fault: object): Step {
  return service.fail({ path: '/gpu/machines', ...fault })
}
