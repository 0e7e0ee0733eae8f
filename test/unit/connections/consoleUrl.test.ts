import assert from 'node:assert/strict'
import {
  consolePage,
  consoleStart,
  consoleTarget,
  parseConsoleUrl,
} from '../../../src/connections/consoleUrl.ts'

const template = 'https://console.example.com/p/{projectUid}/c/{clusterUid}/{configUid}'
const values = { projectUid: 'p1', clusterUid: 'k1', configUid: 'c1' }

describe('Connections: Console URLs with placeholders', () => {
  it('are kept as they are', () => {
    assert.equal(parseConsoleUrl(` ${template}/ `), template)
    assert.equal(parseConsoleUrl('https://x.example/%7Bother%7D'), 'https://x.example/%7Bother%7D')
  })

  it('have known placeholders in their path only', () => {
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

  it('reach a cluster, a project, or no item', () => {
    const urls = [template, 'https://x.example/{configUid}', 'https://x.example/{projectUid}']
    const targets = [...urls, 'https://x.example/', undefined].map(consoleTarget)
    assert.deepEqual(targets, ['cluster', 'cluster', 'project', undefined, undefined])
  })

  for (const [clusterUid, path] of [
    ['k1', 'p1/c/k1/c1'],
    ['a?b#c%{projectUid}', 'p1/c/a%3Fb%23c%25%7BprojectUid%7D/c1'],
    // Where a value is missing, or would lead to another page.
    ...[undefined, '', '.', '..', 'a/b', 'a\\b'].map((uid) => [uid]),
  ]) {
    it(`are filled with encoded values, or not at all: ${clusterUid}`, () => {
      const expected = path && `https://console.example.com/p/${path}`
      assert.equal(consolePage(template, { ...values, clusterUid }), expected)
    })
  }

  it('start above the first segment that can’t be filled', () => {
    assert.equal(consoleStart(template, {}), 'https://console.example.com/p')
    assert.equal(consoleStart(template, { projectUid: 'p1' }), 'https://console.example.com/p/p1/c')
    assert.equal(consoleStart('https://x.example/a-{projectUid}', {}), 'https://x.example')
    assert.equal(consoleStart('https://x.example/a', {}), 'https://x.example/a')
  })
})
