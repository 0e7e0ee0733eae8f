import { strict as assert } from 'node:assert'
import Mocha from 'mocha'
import { ApiError } from '../../../src/api/errors.ts'
import { errorText } from '../../../src/ui/errorTexts.ts'
import { canary } from '../../faults/fault.ts'
import { expectedEnd, faults, isExpected, rowsOf, type Row } from '../../faults/matrix.ts'
import { problemOf } from '../../faults/messages.ts'
import { operations } from '../../faults/operations.ts'
import { tableOf } from '../../faults/table.ts'
import { closeServers } from '../../unit/api/servers.ts'
import { leaveProxy, throughProxy } from './faultySession.ts'

// The client over the fetch that VS Code patches, and what a person is told. All operations are in
// test/unit/faults; `npm run faults` asks for all of them here, and prints a table.

const isPrinted = process.env['POOLKEEPER_FAULT_TABLE'] !== undefined
const asked = operations.filter(({ name }) => isPrinted || /^(zones|deletion)$/.test(name))
const baseUrl = 'https://service.example'
const connection = { name: 'faulty', baseUrl, origin: baseUrl, protection: 'none' as const }

function messageOf({ error }: Row): string {
  return error instanceof ApiError ? errorText(error, connection) : ''
}

describe('Faults: The fault matrix in VS Code', function () {
  this.timeout(60_000)
  afterEach(closeServers)
  after(leaveProxy)

  for (const [group, list] of Object.entries(faults)) {
    it(group, async () => {
      const rows = await rowsOf(list, asked, throughProxy)
      if (isPrinted) Mocha.reporters.Base.consoleLog(`${group}\n${tableOf(rows, messageOf)}`)
      assert.equal(rows.length, list.length * asked.length)
      for (const row of rows) {
        const what = `${row.fault.name}, ${row.operation.name}`
        assert.ok(isExpected(row), `${what}: ${row.end}, not ${String(expectedEnd(row))}`)
        if (row.end === 'done') continue
        const message = messageOf(row)
        const problem = problemOf(message, row.end, 'service.example')
        assert.equal(problem, undefined, `${what}, ${row.end}: ${message}`)
        assert.ok(!message.includes(canary), what)
      }
    })
  }
})
