import assert from 'node:assert/strict'
import { selfSigned, trusting } from '../../unit/api/certificates.ts'
import { closeServers, serve } from '../../unit/api/servers.ts'
import { check, lineIn } from './findings.ts'

// The fetch of a real VS Code has certificates of its own.
describe('Check Connection: The check of the network, of a service whose certificate is trusted,', () => {
  afterEach(closeServers)

  it('passes a certificate that the request trusts, and shows it', async () => {
    const certificate = await selfSigned('127.0.0.1')
    const server = await serve((_, response) => response.end('{}'), certificate)
    await trusting([certificate], async () => {
      const report = await check({ ...server, apiKey: 'a-key' })
      const { outcome, text } = lineIn(report, 'TLS')
      assert.equal(outcome, 'passed')
      assert.match(text, /^The certificate is trusted\. Certificate subject: 127\.0\.0\.1\./)
    })
  })
})
