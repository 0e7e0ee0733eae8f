import assert from 'node:assert/strict'
import {
  consolePage,
  consoleStart,
  consoleTarget,
  parseConsoleUrl,
} from '../../../src/connections/consoleUrl.ts'

const template = 'https://console.example.com/p/{projectUid}/c/{clusterUid}/{configUid}'
const values = { projectUid: 'p1', clusterUid: 'k1', configUid: 'c1' }

describe('Connections: console URLs with placeholders', () => {
  it('are kept as they are', () => {
    assert.equal(parseConsoleUrl(` ${template}/ `), template)
    assert.equal(parseConsoleUrl('https://x.example/%7Bother%7D'), 'https://x.example/%7Bother%7D')
  })

  it('have known ones in their path only', () => {
    for (const bad of [
      'https://{projectUid}.example.com/x',
      'https://{projectUid}',
      'https://console.example.com/{clusterUID}',
      'https://console.example.com/{}',
      'https://console.example.com/{projectUid',
      'https://console.example.com/projectUid}',
      'https://console.example.com/{{projectUid}}',
    ]) {
      assert.throws(() => parseConsoleUrl(bad), { code: 'placeholder' }, bad)
    }
  })

  it('reach a cluster, a project, or nothing', () => {
    assert.equal(consoleTarget(template), 'cluster')
    assert.equal(consoleTarget('https://x.example/{configUid}'), 'cluster')
    assert.equal(consoleTarget('https://x.example/{projectUid}'), 'project')
    assert.equal(consoleTarget('https://x.example/'), undefined)
    assert.equal(consoleTarget(undefined), undefined)
  })

  it('are filled with encoded values', () => {
    assert.equal(consolePage(template, values), 'https://console.example.com/p/p1/c/k1/c1')
    const odd = { ...values, clusterUid: 'a?b#c%{projectUid}' }
    assert.equal(
      consolePage(template, odd),
      'https://console.example.com/p/p1/c/a%3Fb%23c%25%7BprojectUid%7D/c1',
    )
  })

  it('aren’t filled where a value is missing, or would lead to another page', () => {
    for (const clusterUid of [undefined, '', '.', '..', 'a/b', 'a\\b']) {
      assert.equal(consolePage(template, { ...values, clusterUid }), undefined, clusterUid)
    }
  })

  it('start above what can’t be filled', () => {
    assert.equal(consoleStart(template, {}), 'https://console.example.com/p')
    assert.equal(consoleStart(template, { projectUid: 'p1' }), 'https://console.example.com/p/p1/c')
    assert.equal(consoleStart('https://x.example/a-{projectUid}', {}), 'https://x.example')
    assert.equal(consoleStart('https://x.example/a', {}), 'https://x.example/a')
  })
})
