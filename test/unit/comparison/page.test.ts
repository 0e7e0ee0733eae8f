import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Column } from '../../../src/features/comparison/columns.ts'
import { comparisonHtml } from '../../../src/features/comparison/comparisonHtml.ts'
import { compareZones } from '../../../src/features/comparison/table.ts'
import { root } from '../../host/paths.ts'
import { hostileNames } from '../../hostile/names.ts'

const zones = [{ name: 'us-east-1a', zoneId: 'use1-az1' }]
const oneRow = compareZones(1, [{ column: 0, provider: 'aws', region: 'us-east-1', zones }])

/** The page of a comparison with one text wherever there is one from outside. */
function pageOf(text: string, rows = oneRow): string {
  const column: Column = {
    key: 'differences',
    title: text,
    fields: [],
    cellOf: () => ({ why: text, lines: [[{ text, why: text, kind: 'mark' }]] }),
  }
  return comparisonHtml({
    title: text,
    status: text,
    columns: [{ ...column, head: { title: text, detail: text, note: text, problems: [text] } }],
    rows,
    texts: { caption: 'Zones', onlyDifferences: 'Show only differences' },
    language: 'en',
    style: 'https://file+.vscode-resource.example/media/comparison.css',
    cspSource: 'https://*.vscode-resource.example',
  })
}

describe('Comparison: the page of a comparison', () => {
  it('may load its style, and nothing else', () => {
    const [, policy = ''] = /Security-Policy" content="([^"]+)"/.exec(pageOf('us-east-1')) ?? []
    assert.deepEqual(policy.replaceAll('&#39;', "'").split('; '), [
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      'style-src https://*.vscode-resource.example',
    ])
    assert.doesNotMatch(pageOf('us-east-1'), /<script|\son\w+\s*=|\sstyle=|<style|javascript:/i)
  })

  it('takes hostile names for text', () => {
    for (const name of Object.values(hostileNames)) {
      const html = pageOf(`"'><img src=x onerror=alert(1)>${name}`)
      assert.deepEqual(html.match(/<\/?\w+|"/g), pageOf('us-east-1').match(/<\/?\w+|"/g))
    }
  })

  it('shows what may differ among the differences: a zone that is unknown in a column', () => {
    const place = { provider: 'aws', region: 'us-east-1' }
    const ofRows = (...columns: (typeof zones | undefined)[]) =>
      pageOf(
        'us-east-1',
        compareZones(
          columns.length,
          columns.map((own, column) => ({ ...place, column, zones: own })),
        ),
      )
    assert.match(ofRows(zones, zones), /<tr class="same">/)
    assert.doesNotMatch(ofRows(zones, undefined), /<tr class="same">/)
    assert.doesNotMatch(ofRows(zones, []), /<tr class="same">/)
  })

  it('has VS Code’s colours alone', () => {
    const style = readFileSync(`${root}/media/comparison.css`, 'utf8')
    assert.doesNotMatch(style, /#[\da-f]{3,8}\b|rgba?\(|hsla?\(|url\(|@import/i)
  })
})
