import assert from 'node:assert/strict'
import { formatHistory, type HistoryRecord } from '../../../src/formats/historyFormats.ts'

const least: HistoryRecord = {
  sent: '2026-01-01T00:00:00.000Z',
  machinePool: '=HYPERLINK("https://evil.example")',
  cloudConfig: 'c1',
  provider: 'aws',
  connection: 'a|b',
  service: 'service.example',
  outcome: 'unknown',
}
const whole: HistoryRecord = {
  ...least,
  machinePool: 'gpu',
  cluster: 'check\u202eout',
  project: 'p1',
  outcome: 'deleted',
  ended: '2026-01-01T00:04:10.000Z',
  seconds: 250,
  nodes: 6,
  zones: ['us-east-1a', 'us-east-1b'],
}

describe('Zone formats: the deletion history', () => {
  it('is CSV that runs nothing, with all columns', () => {
    const [head, first, second, end] = formatHistory([least, whole], 'csv').split('\n')
    assert.equal(
      head,
      'sent,machinePool,cluster,cloudConfig,provider,project,connection,service,outcome,ended,seconds,nodes,zones',
    )
    assert.equal(
      first,
      '2026-01-01T00:00:00.000Z,"\'=HYPERLINK(""https://evil.example"")",,c1,aws,,a|b,service.example,unknown,,,,',
    )
    assert.match(second ?? '', /,deleted,2026-01-01T00:04:10\.000Z,250,6,us-east-1a us-east-1b$/)
    assert.equal(end, '')
  })

  it('is a Markdown table without links', () => {
    const text = formatHistory([least], 'markdown')
    assert.match(text, /^\| sent \| machinePool \| /)
    assert.match(text, /a\\\|b/)
    assert.ok(text.includes('https\\://evil.example'))
  })

  it('is JSON of what is known, without invisible signs', () => {
    const text = formatHistory([least, whole], 'json')
    assert.deepEqual(JSON.parse(text), [least, whole])
    assert.ok(text.includes(String.raw`check\u202eout`))
  })
})
