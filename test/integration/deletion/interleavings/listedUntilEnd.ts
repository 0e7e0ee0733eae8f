import { oddLookupFaults } from './answers.ts'
import { service } from './around.ts'
import { deleted, draining, type Interleaving, overdue, row } from './rows.ts'
import { a, b } from './steps.ts'

// No description of the service says when a machine pool leaves its cloud config: here, it does so after its machines.

export const listedUntilEnd: readonly Interleaving[] = [
  row('drains while it is listed', {
    steps: [service.listUntilEnd(), a.acceptAndPoll(), service.drain(1), a.waitForLookups()],
    expected: { ...draining, messages: { a: 'deleting gpu' } },
  }),
  row('drains while it is listed without machines', {
    steps: [service.listUntilEnd(), a.acceptAndPoll(), service.drain(2), a.waitForLookups()],
    expected: { ...draining, messages: { a: 'deleting gpu' } },
  }),
  row('is over once it is no longer listed', {
    steps: [service.listUntilEnd(), a.acceptAndPoll(), service.drain()],
    expected: { ...deleted, messages: { a: 'deleting gpu, deleted gpu' } },
  }),
  row('drains after a reload while it is listed', {
    steps: [service.listUntilEnd(), a.accept(), a.reload(), a.waitForLookups()],
    expected: { ...draining, messages: { a: 'deleting gpu' } },
  }),
  ...oddLookupFaults.map((fault) =>
    row(`is not over where lookups are answered so: ${JSON.stringify(fault)}`, {
      steps: [
        service.listUntilEnd(),
        a.acceptAndPoll(),
        service.fail(fault, 3),
        a.waitForLookups(8),
      ],
      expected: { ...draining, messages: { a: 'deleting gpu' } },
    }),
  ),
  row('is reported as overdue once, and may be sent again with a warning', {
    steps: [service.listUntilEnd(), a.acceptAndPoll(), a.overdue(20), a.decline()],
    expected: { ...overdue, messages: { a: 'deleting gpu, asks: after accepted, overdue gpu' } },
  }),
  row('must be confirmed again where its dialog was open until it was overdue in another window', {
    steps: [
      service.listUntilEnd(),
      b.open(),
      b.openDialog(),
      a.acceptAndPoll(),
      a.overdue(21),
      b.confirm(),
      b.escape(),
    ],
    expected: {
      ...overdue,
      messages: { a: 'deleting gpu, overdue gpu', b: 'asks: changed + after accepted' },
    },
  }),
]
