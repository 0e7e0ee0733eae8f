import { strict as assert } from 'node:assert'
import { replace } from '../../replace.ts'
import { useSession } from '../helpers.ts'
import { check, closeEditors, lineOf } from './checking.ts'

// A browser doesn’t allow all checks; see ../web/cors.browser.test.ts.
describe('Check Connection: The report of a check in Node.js', () => {
  const session = useSession()
  beforeEach(() => {
    session.sandbox.lookups = 'all'
  })
  afterEach(closeEditors)

  const marks = (report: string) =>
    report
      .match(/^\| [✓✗○]/gm)
      ?.map((mark) => mark.slice(2))
      .join('')

  it('shows in a few lines that everything works', async () => {
    const report = await check(session)
    const { host } = new URL(session.sandbox.baseUrl)
    assert.match(
      report,
      /^# Connection check: `sandbox`\n\n\*\*The API key was accepted\. Listing zones and deleting machine pools aren’t part of this check\.\*\*\n/,
    )
    assert.ok(report.includes(`\`http://${host}\` · 20`))
    assert.equal(marks(report), '✓○✓✓✓✓○✓✓✓✓', report)
    assert.equal(
      lineOf(report, 'API key'),
      `| ✓\u00a0passed | **API key** | \`${host}\` accepted the API key for organization \`Northwind Traders\`. |`,
    )
    assert.match(lineOf(report, 'TLS'), /skipped .* The URL uses http, so/)
    assert.ok(!report.includes('What to do'))
    assert.ok(session.dialogs.isSilent)
    assert.equal(session.dialogs.progress[0]?.title, 'Checking connection “sandbox”…')
    const lines = session.log.filter((line) => line.includes('check of'))
    assert.deepEqual(lines, [`info check of “sandbox” host ${host}: 0 of 11 checks failed`])
  })

  it('shows the proxy of the environment, without its password', async () => {
    const environment = { ...process.env, HTTPS_PROXY: 'http://me:secret@127.0.0.1:9' }
    const restore = replace(process, 'env', environment)
    const report = await check(session).finally(restore)
    assert.match(lineOf(report, 'Proxy'), /Proxy settings: .*HTTPS_PROXY `http:\/\/127\.0\.0\.1:9`/)
    assert.ok(!report.includes('secret'))
  })
})
