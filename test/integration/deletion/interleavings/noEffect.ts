import { passMinutes, service } from './around.ts'
import { type Interleaving, unknown, row, endState } from './rows.ts'
import { a } from './steps.ts'

// An unknown deletion has apparently had no effect once every machine was `Running`, without a deletionTimestamp, for ten
// minutes, by lists that were read in full (docs/api.md).

const noEffect = { sent: 'gpu', row: 'listed', history: 'refused gpu' }
/** Nobody knows its end; all machines have been seen to run. */
const unknownOutcome = [a.sendWithoutResponse(), a.waitForLookups()]
const messages = { a: 'unknown gpu, no effect gpu' }

export const withoutEffect: readonly Interleaving[] = [
  row('has apparently had no effect after ten minutes of running machines', {
    steps: [...unknownOutcome, passMinutes(10), a.refresh()],
    expected: { ...noEffect, messages },
  }),
  row('is unknown where no lookup succeeded for most of that time', {
    steps: [
      a.send(),
      service.fail({ cut: 'beforeHeaders' }),
      a.respond('cut'),
      passMinutes(30),
      service.recover(),
      a.waitForLookups(),
    ],
    expected: { ...unknown, messages: { a: 'unknown gpu' } },
  }),
  row('has had no effect, unlike an earlier one that was accepted and took machines', {
    pools: ['web'],
    steps: [
      a.send('web'),
      a.respond(202),
      a.waitForLookups(),
      service.shrink('web'),
      a.waitForLookups(),
      passMinutes(25),
      a.waitForMessage('overdue web'),
      a.sendWithoutResponse('web'),
      a.waitForLookups(),
      passMinutes(10),
      a.refresh(),
    ],
    expected: endState(
      'web, web',
      { a: 'deleting web, asks: after accepted, unknown web, overdue web, no effect web' },
      'listed',
      'refused web, unknown web',
    ),
  }),
]
