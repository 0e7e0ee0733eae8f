import assert from 'node:assert/strict'
import { shortLabels } from '../../../src/ui/trees/shortLabels.ts'

const platform = 'a-platform-engineering-eu-central-1-production'

describe('UI: The short labels of names', () => {
  for (const [what, names, expected] of [
    [
      'show in what long names that begin alike differ',
      [`${platform}-blue`, `${platform}-green`],
      ['a-platfo…blue', 'a-platfo…green'],
    ],
    [
      'begin with a whole word',
      [`${platform}-blue-1`, `${platform}-blue-12`, `${platform}-blue-13`],
      ['a-platfo…1', 'a-platfo…12', 'a-platfo…13'],
    ],
    [
      'begin at the first difference of a group',
      ['a-platform-engineering-eu-central-1-blue', 'a-platform-engineering-us-central-1-blue'],
      ['a-platfo…eu-central-1-blue', 'a-platfo…us-central-1-blue'],
    ],
    [
      'show a name that is the beginning of another',
      [platform, `${platform}-blue`],
      ['a-platfo…production', 'a-platfo…production-blue'],
    ],
    [
      'are the same length without separators, too',
      ['x'.repeat(40) + '1', 'x'.repeat(40) + '2'],
      ['xxxxxxxx…1', 'xxxxxxxx…2'],
    ],
    [
      'shorten a word that begins before the “…”',
      ['prod-' + 'x'.repeat(40) + '1', 'prod-' + 'x'.repeat(40) + '2'],
      ['prod-xxx…1', 'prod-xxx…2'],
    ],
    [
      'differ for names that begin differently and end alike',
      ['platform-analytics-prod-eu-west-1-a', 'platform-analytics-prod-eu-west-1-b'].flatMap(
        (name) => [name, name.replace('analytics', 'ingestion')],
      ),
      [
        'platform-analytics-p…a',
        'platform-ingestion-p…a',
        'platform-analytics-p…b',
        'platform-ingestion-p…b',
      ],
    ],
    ['are missing for short names', ['checkout-production-blue', 'checkout-production-green'], []],
    ['are missing for a long name alone', [platform, 'b'], []],
    [
      'are missing for long names that differ at once',
      [`blue-${platform}`, `green-${platform}`],
      [],
    ],
    ['are missing for one name that several rows have', [platform, platform], []],
  ] as const) {
    it(what, () => {
      const labels = shortLabels(names)
      assert.deepEqual(
        names.flatMap((name) => labels.get(name) ?? []),
        expected,
      )
    })
  }
})
