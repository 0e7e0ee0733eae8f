import assert from 'node:assert/strict'
import { ApiError } from '../../../src/api/errors.ts'
import { everythingIn } from '../../faults/everythingIn.ts'
import { canary } from '../../faults/fault.ts'
import { expectedEnd, faults, isExpected, rowsOf, type Row } from '../../faults/matrix.ts'
import { operations } from '../../faults/operations.ts'
import { closeServers } from '../api/servers.ts'
import { useTestClock } from '../clock.ts'

// Every operation over every fault; `npm run faults` prints it. Nothing hangs, or mocha would say so,
// and no promise is left to reject, or mocha would fail.

describe('Faults: the fault matrix', function () {
  this.timeout(120_000) // for a whole group at once, on a busy machine
  const clock = useTestClock()

  for (const [group, list] of Object.entries(faults)) {
    describe(group, () => {
      let rows: Row[]
      before(async () => {
        clock.shorten('retry', 1)
        rows = await rowsOf(list, operations)
      })
      after(closeServers)

      for (const fault of list) {
        it(fault.name, () => {
          const own = rows.filter((row) => row.fault === fault)
          assert.equal(own.length, operations.length)
          for (const row of own) {
            const what = `${row.operation.name}: ${row.end}, not ${String(expectedEnd(row))}`
            assert.ok(isExpected(row), what)
            assertTries(row)
            assertKeyKept(row)
          }
        })
      }
    })
  }
})

/** A deletion is tried once; so is a read, but where the service is away or busy for a short while. */
function assertTries({ fault, operation, end, sent, exchanges }: Row) {
  const isBusy = /^(unreachable|rateLimited 429|server 50[234])/.test(end)
  const [, wait = '0'] = / wait (\d+) s$/.exec(end) ?? []
  const tries = isBusy && Number(wait) <= 10 && !operation.isDeletion ? 2 : 1
  assert.equal(exchanges.length, tries, `${operation.name} was tried ${exchanges.length} times`)
  // After a 421 fetch itself sends once more what it can, which is no deletion.
  const most = fault.name.startsWith('421') && !operation.isDeletion ? 2 : tries
  assert.ok(sent <= most, `${operation.name} was sent ${sent} times`)
}

function assertKeyKept({ error, exchanges }: Row) {
  const told = error instanceof Error ? everythingIn(error) : ''
  assert.ok(!`${told}${JSON.stringify(exchanges)}`.toLowerCase().includes(canary))
  assert.ok(error === undefined || error instanceof ApiError)
}
