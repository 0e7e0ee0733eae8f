import assert from 'node:assert/strict'
import type { DocumentFormat } from '../../../src/formats/documentFormat.ts'
import { inserted } from './marked.ts'

const zones = ['us-east-1a', 'us-east-1b']
const one = ['eu-central-1b']

/** Nothing is written without an `after`. */
type Case = [what: string, before: string, after: string | undefined, names?: readonly string[]]

/** Lines, so that a document looks like one. */
const lines = (...all: string[]) => all.join('\n')

/** The same in another indentation or with other line ends, where that is said. */
function check(format: DocumentFormat, cases: readonly Case[]): void {
  for (const [what, before, after, names = zones] of cases) {
    it(what, () => {
      assert.equal(inserted(before, names, { format, indent: '  ', eol: '\n' }), after)
    })
  }
}

describe('Zone formats: zones in HCL', () => {
  check('hcl', [
    ['are a list', 'azs = ‸', 'azs = ["us-east-1a", "us-east-1b"]‸'],
    ['are a list right after the sign', 'azs =‸', 'azs = ["us-east-1a", "us-east-1b"]‸'],
    [
      'are one text under a key for one',
      'availability_zone = ‸',
      'availability_zone = "eu-central-1b"‸',
      one,
    ],
    ...['az1', 'zone_2', 'failure_domain', 'failureDomain', 'backupAZ', 'gcp_zone', 'zoneName'].map(
      (key): Case => [`are one text under ${key}`, `${key} = ‸`, `${key} = "eu-central-1b"‸`, one],
    ),
    ...['azs', 'zones_2', 'failureDomains', 'AZs', 'zone_names', 'node_locations', 'other'].map(
      (key): Case => [
        `are a list of one under ${key}`,
        `${key} = ‸`,
        `${key} = ["eu-central-1b"]‸`,
        one,
      ],
    ),
    [
      'are a list with another key below',
      lines('module "a" {', '  azs = ‸', '  name = "x"', '}'),
      lines('module "a" {', '  azs = ["us-east-1a", "us-east-1b"]‸', '  name = "x"', '}'),
    ],
    [
      'are one text with a block below',
      lines('resource "a" "b" {', '  availability_zone =‸ # here', '  lifecycle {}', '}'),
      lines(
        'resource "a" "b" {',
        '  availability_zone = "eu-central-1b"‸ # here',
        '  lifecycle {}',
        '}',
      ),
      one,
    ],
    ['are not written in a loop', lines('a = {', '  for k in x :‸', '  k => 1', '}'), undefined],
    ...[
      'variable "az" {\n  default = ‸\n}',
      'set {\n  name  = "controller.zone"\n  value = ‸\n}',
      'resource "google_container_cluster" "a" {\n  location = ‸\n}',
      'az = {\n  prod = ‸\n}',
      'other = ‹"x"›',
    ].map((before): Case => {
      const after = before.replace(/‸|‹.*›/, '"eu-central-1b"‸')
      return [`are one text in ${JSON.stringify(before)}`, before, after, one]
    }),
    ['are several under a key for one', 'zone = ‸', 'zone = ["us-east-1a", "us-east-1b"]‸'],
    ['are items in an empty list', 'azs = [‸]', 'azs = ["us-east-1a", "us-east-1b"‸]'],
    ['are items before others', 'azs = [‸"x"]', 'azs = ["us-east-1a", "us-east-1b", ‸"x"]'],
    ['are items after others', 'azs = ["x"‸]', 'azs = ["x", "us-east-1a", "us-east-1b"‸]'],
    ['are items after a comma', 'azs = ["x", ‸]', 'azs = ["x", "us-east-1a", "us-east-1b"‸]'],
    [
      'are items between others',
      'azs = ["x",‸ "y"]',
      'azs = ["x", "us-east-1a", "us-east-1b",‸ "y"]',
    ],
    ['are items after a nested list', 'a = [["x"] ‸]', 'a = [["x"], "eu-central-1b"‸]', one],
    ['are items in a call', 'azs = toset([‸])', 'azs = toset(["eu-central-1b"‸])', one],
    ...[
      'a = "${f(‸)}"',
      'a = z == ‸',
      'a = f(["x"]‸)',
      'a ‸ {}',
      '‸ = 1',
      'a = 1 ‸',
      'a = [for z in ‸ : z]',
    ].map((before): Case => [`are not written in ${JSON.stringify(before)}`, before, undefined]),
    ...['x ‸', '${a.‸}', '‸'].map((line): Case => {
      const before = lines('a = <<EOT', line, 'EOT')
      return [`are not written in a heredoc: ${line}`, before, undefined]
    }),
    ['are a list as an argument', 'a = concat(‸)', 'a = concat(["us-east-1a", "us-east-1b"]‸)'],
    [
      'are lines with commas in a list over lines',
      lines('azs = [', '  ‸', ']'),
      lines('azs = [', '  "us-east-1a",', '  "us-east-1b"‸', ']'),
    ],
    [
      'are indented as the items that are there, from an empty line too',
      lines('    azs = [', '        "x",', '‸', '    ]'),
      lines(
        '    azs = [',
        '        "x",',
        '        "us-east-1a",',
        '        "us-east-1b",‸',
        '    ]',
      ),
    ],
    [
      'give the item before them the comma that it lacks, and the last one none then',
      lines('azs = [', '  "x" # here', '  ‸', ']'),
      lines('azs = [', '  "x", # here', '  "us-east-1a",', '  "us-east-1b"‸', ']'),
    ],
    [
      'follow an item in its line',
      lines('azs = [', '  "x",‸', '  "y",', ']'),
      lines('azs = [', '  "x", "us-east-1a", "us-east-1b",‸', '  "y",', ']'),
    ],
    [
      'follow the bracket in its line',
      lines('azs = [‸', ']'),
      lines('azs = ["us-east-1a", "us-east-1b"‸', ']'),
    ],
    ['have no quotes of their own between quotes', 'zone = "‸"', 'zone = "eu-central-1b‸"', one],
    ['become items where the quotes are one', 'azs = ["‸"]', 'azs = ["us-east-1a", "us-east-1b"‸]'],
    [
      'have commas in any other text',
      'x = split(",", "‸")',
      'x = split(",", "us-east-1a,us-east-1b‸")',
    ],
    ['are not written in a comment', lines('azs = [ # ‸', ']'), undefined],
    [
      'take the place of what is selected',
      'azs = [‹"x", "y"›]',
      'azs = ["us-east-1a", "us-east-1b"‸]',
    ],
    [
      'take the place of a value that is selected, with another key below',
      lines('a = {', '  azs = ‹["x"]›', '  b = 1', '}'),
      lines('a = {', '  azs = ["us-east-1a", "us-east-1b"]‸', '  b = 1', '}'),
    ],
    ...[
      'azs = x ? ‹["b"]› : ‹["b"]›',
      'a = { for z in ‹["b"]› : z => 1 }',
      'a = { for z in y : z => ‹["b"]› if z }',
      lines('a = { # all', '  for z in ‹["b"]› : z => 1', '}'),
      'azs = ‹["b"]›[0]',
      lines('azs = ‹<<EOT', 'b', 'EOT', '›c = 1'),
      lines('a {', '  for = 1', '  azs = ‸', '  c = 1', '}'),
    ].map((before): Case => {
      const list = '["us-east-1a", "us-east-1b"]‸'
      const spots = /‹[^›]*›|‸/g
      const after = before.replaceAll(spots, (spot) => list + (spot.endsWith('\n›') ? '\n' : ''))
      return [`are a value in ${JSON.stringify(before)}`, before, after]
    }),
    ...['az = x ? ‹"b"› : "c"', 'a = z == ‹"b"› ? 1 : 2', 'a = f(x, ‹"b"›)', 'a = x[‹"b"›]'].map(
      (before): Case => {
        const after = before.replace('‹"b"›', '"eu-central-1b"‸')
        return [`are one text in the place of one in ${JSON.stringify(before)}`, before, after, one]
      },
    ),
    [
      'see no bracket in a text, a template or a comment',
      lines('a = "${f("[")} ["', '// [', '/* [', '*/', 'azs = ‸'),
      lines('a = "${f("[")} ["', '// [', '/* [', '*/', 'azs = ["eu-central-1b"]‸'),
      one,
    ],
    ['make no template', 'azs = ‸', 'azs = ["a$${b}\\"%%{c}"]‸', ['a${b}"%{c}']],
  ])
})

describe('Zone formats: zones in JSON', () => {
  check('json', [
    [
      'are an array',
      lines('{', '  "azs": ‸', '}'),
      lines('{', '  "azs": ["us-east-1a", "us-east-1b"]‸', '}'),
    ],
    ['are an array right after the colon', '{"azs":‸}', '{"azs": ["us-east-1a", "us-east-1b"]‸}'],
    ['are an array in an empty document', '‸', '["us-east-1a", "us-east-1b"]‸'],
    ...['{‸}', '{"a": 1‸}', '{"a": ‸1}', '{‹"a"›: 1}'].map((before): Case => [
      `are not written in ${JSON.stringify(before)}`,
      before,
      undefined,
    ]),
    [
      'stay in the line of an object that has but one',
      '{"azs": ‸, "a": 1}',
      '{"azs": ["us-east-1a", "us-east-1b"]‸, "a": 1}',
    ],
    [
      'add the comma that the next member needs',
      lines('{', '  "azs": ‸', '  "a": 1', '}'),
      lines('{', '  "azs": ["us-east-1a", "us-east-1b"],‸', '  "a": 1', '}'),
    ],
    ['are one text under a key for one', '{"zone": ‸}', '{"zone": "eu-central-1b"‸}', one],
    ['are items of an array', '["x"‸, 1]', '["x", "us-east-1a", "us-east-1b"‸, 1]'],
    [
      'are items over lines, with commas where they belong',
      lines('[', '  "x"', '  ‸', ']'),
      lines('[', '  "x",', '  "us-east-1a",', '  "us-east-1b"‸', ']'),
    ],
    [
      'are items over lines behind a comment',
      lines('[', '  "x" // one', '‸', '  /* two */ , {}', ']'),
      lines('[', '  "x", // one', '  "us-east-1a",', '  "us-east-1b"‸', '  /* two */ , {}', ']'),
    ],
    [
      'have no quotes of their own between quotes',
      '{"zone": "‸"}',
      '{"zone": "eu-central-1b‸"}',
      one,
    ],
    ['become items where the quotes are one', '["‸"]', '["us-east-1a", "us-east-1b"‸]'],
    ['are written as JSON has them', '[‸]', '["a\\"\\\\\\n"‸]', ['a"\\\n']],
  ])

  it('are indented as the document is, and have its line ends', () => {
    const style = { format: 'json', indent: '\t', eol: '\r\n' } as const
    const after = inserted('[\r\n\t"x",\r\n\t‸\r\n]', zones, style)
    assert.equal(after, '[\r\n\t"x",\r\n\t"us-east-1a",\r\n\t"us-east-1b"‸\r\n]')
  })
})

describe('Zone formats: zones in YAML', () => {
  check('yaml', [
    ['are a list before a comment', 'azs: ‸# all', 'azs: [us-east-1a, us-east-1b] ‸# all'],
    [
      'are a list under a key',
      lines('azs: ‸', 'a: 1'),
      lines('azs:', '  - us-east-1a', '  - us-east-1b‸', 'a: 1'),
    ],
    [
      'are a list under a key without a space',
      'azs:‸',
      lines('azs:', '  - us-east-1a', '  - us-east-1b‸'),
    ],
    [
      'are a list under a key of an item',
      lines('- name: a', '  azs: ‸'),
      lines('- name: a', '  azs:', '    - eu-central-1b‸'),
      one,
    ],
    [
      'are a list under the key that begins an item',
      '- azs: ‸',
      lines('- azs:', '    - eu-central-1b‸'),
      one,
    ],
    [
      'are one text under a key for one',
      'topology.kubernetes.io/zone: ‸',
      'topology.kubernetes.io/zone: eu-central-1b‸',
      one,
    ],
    ...[
      'topology.k8s.aws/zone-id: ‸',
      'env:\n  - name: AZ\n    value: ‸',
      'zone: &x ‸',
      'zone:\n  ‸',
      'zone: ‹us-east-1c› # c',
      'other: ‹x›',
      'with: { location: ‸ }',
    ].map((before): Case => {
      const after = before.replace(/‸|‹.*›/, 'eu-central-1b‸')
      return [`are one text in ${JSON.stringify(before)}`, before, after, one]
    }),
    [
      'are one text before a comment',
      lines('zone: ‸ # c', 'b: 1'),
      lines('zone: eu-central-1b‸ # c', 'b: 1'),
      one,
    ],
    ...['‹- b\n    - c›', '‹- b\n    - c\n›', '‹- b›'].map((items): Case => {
      const rest = items.endsWith('\n›') ? '' : '\n'
      const [head, tail] = [lines('a:', '  azs:', '    - x', '    '), '  d: 1']
      return [
        `take the place of items that are selected from their dash: ${JSON.stringify(items)}`,
        `${head}${items}${rest}${tail}`,
        `${head}- us-east-1a\n    - us-east-1b‸\n${tail}`,
      ]
    }),
    [
      'take the place of a text over lines that is selected with its line end',
      lines('azs: ‹|', '  b', '›c: 1'),
      lines('azs:', '  - us-east-1a', '  - us-east-1b‸', 'c: 1'),
    ],
    ['are a flow list before a comment', 'azs: ‸ # all', 'azs: [us-east-1a, us-east-1b]‸ # all'],
    [
      'are indented as other lists of the document',
      lines('a:', '- x', 'b:', '  azs: ‸'),
      lines('a:', '- x', 'b:', '  azs:', '  - us-east-1a', '  - us-east-1b‸'),
    ],
    [
      'stand above the items that are there',
      lines('azs:‸', '- x'),
      lines('azs:', '- eu-central-1b‸', '- x'),
      one,
    ],
    [
      'are items behind a dash',
      lines('azs:', '  - ‸'),
      lines('azs:', '  - us-east-1a', '  - us-east-1b‸'),
    ],
    [
      'are items behind a bare dash',
      lines('azs:', '  -‸', '  - x'),
      lines('azs:', '  - us-east-1a', '  - us-east-1b‸', '  - x'),
    ],
    [
      'are items before the text of one',
      lines('azs:', '  - ‸x'),
      lines('azs:', '  - us-east-1a', '  - us-east-1b', '  - ‸x'),
    ],
    ['are items of a list in a list', '- - ‸', lines('- - us-east-1a', '  - us-east-1b‸')],
    [
      'are items on an empty line',
      lines('azs:', '    ‸'),
      lines('azs:', '    - us-east-1a', '    - us-east-1b‸'),
    ],
    [
      'go on where the line above does',
      lines('a:', '  azs:', '    - x', '‸'),
      lines('a:', '  azs:', '    - x', '    - eu-central-1b‸'),
      one,
    ],
    [
      'go on under a key above',
      lines('a:', '  azs:', '‸'),
      lines('a:', '  azs:', '    - eu-central-1b‸'),
      one,
    ],
    ['are a list in an empty document', '‸', lines('- us-east-1a', '- us-east-1b‸')],
    [
      'follow an item',
      lines('azs:', '- x‸', 'b: 1'),
      lines('azs:', '- x', '- us-east-1a', '- us-east-1b‸', 'b: 1'),
    ],
    [
      'come before an item',
      lines('azs:', '  ‸- x'),
      lines('azs:', '  - us-east-1a', '  - us-east-1b', '  ‸- x'),
    ],
    ['are items of a flow list', 'azs: [x, ‸]', 'azs: [x, us-east-1a, us-east-1b‸]'],
    [
      'are items of a flow list over lines',
      lines('azs: [', '  x,', '  ‸', ']'),
      lines('azs: [', '  x,', '  us-east-1a,', '  us-east-1b‸', ']'),
    ],
    ['are a flow list in a flow mapping', 'a: {azs: ‸}', 'a: {azs: [us-east-1a, us-east-1b]‸}'],
    [
      'are as quoted as the zone before',
      lines("zones: ['x']", 'az: "y"', 'azs: ‸'),
      lines("zones: ['x']", 'az: "y"', 'azs:', '  - "eu-central-1b"‸'),
      one,
    ],
    [
      'are plain like other items, but for what would be another thing',
      lines('azs:', '  - x', '  - ‸'),
      lines('azs:', '  - x', '  - "1"', '  - "no"', '  - us-east-1a‸'),
      ['1', 'no', 'us-east-1a'],
    ],
    ['have no quotes of their own between quotes', "zone: '‸'", "zone: 'it''s‸'", ["it's"]],
    [
      'become items where the quotes are one',
      lines('azs:', '  - "‸"'),
      lines('azs:', '  - "us-east-1a"', '  - "us-east-1b"‸'),
    ],
    [
      'become items where the quotes are one of a flow list',
      "azs: ['‸']",
      "azs: ['us-east-1a', 'us-east-1b'‸]",
    ],
    ...['az‸s: x', 'a: ‸x', 'a: {‸}', 'a: &b‸c d', 'a: {{ .x ‸}}', 'a: 1\n  ‸', 'a: |‸\n  b'].map(
      (before): Case => [`are not written in ${JSON.stringify(before)}`, before, undefined],
    ),
    [
      'are indented without tabs',
      'a:\n  azs:\n\t\t\t\t\t‸',
      'a:\n  azs:\n    - us-east-1a\n    - us-east-1b‸',
    ],
    ...['a: "{{ ‸ }}"', 'a: \'x {{ y }} {{ "‸" }}\'', 'a: |\n  x {{ ‸ }}'].map((before): Case => [
      `are not written in ${JSON.stringify(before)}`,
      before,
      undefined,
    ]),
    ['are one text behind a template', 'a: "{{ x }}‸"', 'a: "{{ x }}eu-central-1b‸"', one],
    ...['a: in ‸ only', 'a: |\n  in ‸', 'a: 1 # not ‸', 'a: 1\n‸'].map((before): Case => [
      `are not written in ${JSON.stringify(before)}`,
      before,
      undefined,
    ]),
    [
      'see no bracket in a plain text or a template',
      lines('a: x[0', "b: it's [", 'c: {{ .d }}', 'azs: ‸'),
      lines('a: x[0', "b: it's [", 'c: {{ .d }}', 'azs:', '  - eu-central-1b‸'),
      one,
    ],
    [
      'do not mind a list that is still open',
      lines('a: [x', 'azs: ‸'),
      lines('a: [x', 'azs:', '  - eu-central-1b‸'),
      one,
    ],
  ])

  it('keep the line ends of the document', () => {
    const style = { format: 'yaml', indent: '    ', eol: '\r\n' } as const
    const after = inserted('a: 1\r\nazs: ‸\r\nb: 2\r\n', zones, style)
    assert.equal(after, 'a: 1\r\nazs:\r\n    - us-east-1a\r\n    - us-east-1b‸\r\nb: 2\r\n')
  })
})

describe('Zone formats: zones in any other text', () => {
  check('plain', [
    ['are one on a line', '‸', lines('us-east-1a', 'us-east-1b‸')],
    ['are indented as the line is', '\t ‸ [', lines('\t us-east-1a', '\t us-east-1b‸ [')],
    ['are one on a line each, whatever they are', '‸', lines('a b', 'c‸'), ['a\nb', 'c']],
  ])
})

describe('Zone formats: zones at several cursors', () => {
  check('hcl', [
    [
      'stand at each of them',
      lines('a = [‸]', 'zone = ‸', 'b = "‸"'),
      lines('a = ["eu-central-1b"‸]', 'zone = "eu-central-1b"‸', 'b = "eu-central-1b‸"'),
      one,
    ],
    ['are not written at all if one doesn’t allow it', lines('a = [‸]', 'b‸ {}'), undefined],
  ])
})
