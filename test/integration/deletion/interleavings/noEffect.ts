import { later, service } from './around.ts'
import { type Interleaving, unknown, row, seen } from './rows.ts'
import { a } from './steps.ts'

// An unknown deletion has apparently had no effect once every machine was `Running`, without a deletionTimestamp, for ten
// minutes, by lists that were read in full (docs/api.md).

const noEffect = { sent: 'gpu', row: 'listed', history: 'no effect gpu' }
/** Nobody knows its end; all machines have been seen to run. */
const unanswered = [a.lose(), a.looked()]
const toldOnce = { a: 'unknown gpu, no effect gpu' }

export const withoutEffect: readonly Interleaving[] = [
  row('has apparently had no effect after ten minutes of running machines', {
    steps: [...unanswered, later(10), a.refresh()],
    ends: { ...noEffect, told: toldOnce },
  }),
  row('is unknown where nobody has looked for most of that time', {
    steps: [
      a.send(),
      service.fail({ cut: 'beforeHeaders' }),
      a.answer('cut'),
      later(30),
      service.recover(),
      a.looked(),
    ],
    ends: { ...unknown, told: { a: 'unknown gpu' } },
  }),
  row('has had no effect, unlike an earlier one that was accepted and took machines', {
    pools: ['web'],
    steps: [
      a.send('web'),
      a.answer(202),
      a.looked(),
      service.shrink('web'),
      a.looked(),
      later(25),
      a.heard('overdue web'),
      a.lose('web'),
      a.looked(),
      later(10),
      a.refresh(),
    ],
    ends: seen(
      'web, web',
      { a: 'deleting web, asks: after accepted, unknown web, overdue web, no effect web' },
      'listed',
      'no effect web, unknown web',
    ),
  }),
]
