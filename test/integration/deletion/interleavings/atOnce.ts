import { passMinutes, service } from './around.ts'
import { type Interleaving, row, unsent } from './rows.ts'
import type { PoolName } from './scene.ts'
import { a } from './steps.ts'

// What was checked before a question is checked again after it, however soon it is answered.

const workers: readonly PoolName[] = ['spark', 'kafka']
const lastWorker = 'asks: changed + last worker'

export const atOnce: readonly Interleaving[] = [
  row('is asked for once more where the other workers of its cluster are gone', {
    pools: workers,
    steps: [a.openDialog('kafka'), service.gone('spark'), a.confirm(), a.escape()],
    expected: { ...unsent, messages: { a: lastWorker }, row: 'none, listed' },
  }),
  row('is asked for once more where its pool is to have more machines', {
    steps: [a.openDialog(), service.grow(), a.confirm(), a.escape()],
    expected: { ...unsent, messages: { a: 'asks: changed' } },
  }),
  row('is asked for once more where another machine pool has the name', {
    steps: [
      a.openDialog(),
      service.recreate('gpu', { instanceType: 'new' }),
      a.confirm(),
      a.escape(),
    ],
    expected: { ...unsent, messages: { a: 'asks: changed' } },
  }),
  row('is asked for once more where its machines can’t be listed any more', {
    steps: [a.openDialog(), service.hideMachines(), a.confirm(), a.escape()],
    expected: { ...unsent, messages: { a: 'asks: unchecked' } },
  }),
  row('is not sent where its machine pool is gone', {
    steps: [a.openDialog(), service.gone(), a.confirm()],
    expected: { ...unsent, messages: { a: 'already gone gpu' }, row: 'none' },
  }),
  row('is asked for a third time where more has changed since the second question', {
    pools: workers,
    steps: [
      a.openDialog('kafka'),
      passMinutes(1),
      service.grow('kafka'),
      a.confirm(),
      service.gone('spark'),
      a.confirm(),
      a.escape(),
    ],
    expected: { ...unsent, messages: { a: `asks: changed, ${lastWorker}` }, row: 'none, listed' },
  }),
]
