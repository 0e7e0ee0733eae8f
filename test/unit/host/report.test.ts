import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../host/paths.ts'
import { capture, environment } from '../../host/processes.ts'
import { briefVariable, findTotals, sumOf, ticksIn, withoutTotals } from '../../host/report.ts'

const failing = `describe('Suite', () => {
  it('passes', () => {})
  it('fails', () => { throw new Error('for a reason') })
  it.skip('is skipped', () => {})
  describe('with a hook', () => {
    before(() => { throw new Error('no server') })
    it('never runs', () => {})
  })
})`

describe('Test run: report of a test run', function () {
  // It starts a process, on machines of any speed.
  this.timeout(60_000)
  let directory: string
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'poolkeeper-report-'))
    writeFileSync(join(directory, 'a.test.cjs'), failing)
  })
  after(() => rmSync(directory, { recursive: true }))

  const run = (brief: boolean, ...more: string[]) => {
    const mocha = join(root, 'node_modules/mocha/bin/mocha.js')
    const args = [
      '--no-config',
      '--parallel',
      '--jobs',
      '2',
      '--reporter',
      join(root, 'test/host/report.ts'),
    ]
    const env = environment(brief ? { [briefVariable]: 'yes' } : { [briefVariable]: undefined })
    return capture(process.execPath, [mocha, ...args, ...more, join(directory, 'a.test.cjs')], {
      env,
    })
  }

  it('fails where no test matches, which would look like success', async () => {
    const { code, output } = await run(false, '--grep', 'nowhere')
    assert.equal(code, 1)
    assert.match(output, /^No test has run\.$/m)
  })

  it('tells a run of many programs how many tests are over, what failed, and the totals', async () => {
    const { output } = await run(true)
    assert.equal(ticksIn(output), 3)
    const totals = findTotals(output)
    const expected = {
      passed: 1,
      failed: 2,
      skipped: 1,
      failures: [
        ['Suite', 'fails'],
        ['Suite', 'with a hook'],
      ],
    }
    assert.deepEqual(totals, [expected])
    assert.deepEqual(sumOf([...totals, ...totals]).passed, 2)
    const rest = withoutTotals(output)
    assert.match(rest, /^1\) Suite\n +fails:/)
    assert.match(rest, /for a reason[^]*no server/)
    assert.doesNotMatch(rest, /passes|Totals|·/)
  })

  it('is not taken for what a test has quoted of another', async () => {
    const { output } = await run(true)
    const quoted = `AssertionError: ${JSON.stringify(output)}\n    '${output.replaceAll('\n', "\\n' +\n    '")}'\n`
    assert.deepEqual(findTotals(quoted), [])
    assert.equal(findTotals(quoted + output).length, 1)
  })

  it('tells a person of each test', async () => {
    const { output } = await run(false)
    assert.match(output, /\S passes\n/) // a terminal decides which sign comes first
    assert.equal(findTotals(output).length, 1)
    assert.equal(ticksIn(output), 0)
  })
})
