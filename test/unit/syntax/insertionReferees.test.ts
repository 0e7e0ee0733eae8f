import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import type { Block } from '../../../src/syntax/blocks.ts'
import type { OffsetRange } from '../../../src/syntax/offsets.ts'
import { scanZones } from './scanZones.ts'
import { isLong } from '../../long.ts'
import { corpus } from '../zoneAnalysis/corpus.ts'
import { referees, without } from './referees.ts'
import { readBlocks, insertZones } from './atOnce.ts'

type Format = keyof typeof referees

/** Names that no document has. */
const names = ['qq-west-1a', 'qq-west-1b']
const seed = Number(process.env['POOLKEEPER_SEED'] ?? 1)
/** The number of random places for each format. In most of them, nothing is inserted. */
const numRuns = isLong ? 67_000 : 500

const blank = fc.constantFrom('', '', ' ', '  ')
const key = fc.stringMatching(/^[a-z]{2,6}$/)
const word = fc.constantFrom('x', 'us-east-1a', 'a b', 'it', '7', 'true')
const note = fc.constantFrom('', '', '', ' # all', ' # not [ these')

/** A document of YAML: maps and lists in each of their styles, with comments and blank lines. */
const yaml = fc.letrec<{ map: string[]; list: string[]; value: string[]; flow: string }>((tie) => ({
  flow: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('x', '"q"', "'it''s'", '1'),
    fc.array(tie('flow'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc
      .uniqueArray(fc.tuple(key, tie('flow')), { maxLength: 2, selector: ([name]) => name })
      .map((entries) => `{${entries.map(([name, value]) => `${name}: ${value}`).join(', ')}}`),
  ),
  // The first line follows its key or dash.
  value: fc.oneof(
    { depthSize: 'small' },
    fc
      .tuple(
        fc.oneof(word, tie('flow'), fc.constantFrom('"a b"', "'c'", '&a x', '!!str y', '')),
        note,
      )
      .map(([text, after]) => [` ${text}${after}`]),
    fc.constantFrom<string[]>(
      [' |', '  text', '', '   more'],
      [' >-', '  text'],
      [' "some', '  more"'],
      [' some', '  more'],
    ),
    fc
      .tuple(fc.constantFrom('', ' &b', ' # c'), tie('list'))
      .map(([head, lines]) => [head, ...lines]),
    fc
      .tuple(fc.constantFrom('', ' # c'), tie('map'))
      .map(([head, lines]) => [head, ...lines.map(indented)]),
  ),
  list: fc
    .array(fc.tuple(tie('value'), fc.constantFrom([], [], [''], ['# note'])), {
      minLength: 1,
      maxLength: 3,
    })
    .map((items) =>
      items.flatMap(([[head = '', ...lines], after]) => [
        `-${head}`,
        ...lines.map(indented),
        ...after,
      ]),
    ),
  map: fc
    .uniqueArray(fc.tuple(key, tie('value'), fc.constantFrom([], [], [''], ['# note'])), {
      minLength: 1,
      maxLength: 3,
      selector: ([name]) => name,
    })
    .map((entries) =>
      entries.flatMap(([name, [head = '', ...lines], after]) => [
        `${name}:${head}`,
        ...lines,
        ...after,
      ]),
    ),
}))

function indented(line: string): string {
  return line === '' ? '' : `  ${line}`
}

const hclValue = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(
      '"x"',
      '"${a.b}-c"', // of a text that begins so, the referee leaves out the space before `c`
      '1',
      'var.x',
      'true',
      '"a \\" b"',
      '"%{ if x }y%{ endif }"',
      'x == "y" ? 1 : 2',
    ),
    fc
      .tuple(fc.array(tie('value'), { maxLength: 3 }), blank, fc.constantFrom('', '\n', '\n    '))
      .map(([items, space, line]) => `[${line}${space}${items.join(`,${line}${space}`)}${line}]`),
    fc
      .array(tie('value'), { minLength: 1, maxLength: 2 })
      .map((items) => `concat([${items.join(', ')}], [])`),
    fc.tuple(key, tie('value')).map(([name, value]) => `{\n    ${name} = ${value}\n  }`),
  ),
})).value
const hclLines = fc.array(
  fc.oneof(
    fc.tuple(key, hclValue, note).map(([name, value, after]) => `  ${name} = ${value}${after}`),
    fc.constantFrom('', '  # note', '  // note', '  /* [ */', '  inner {\n    a = 1\n  }'),
    key.map((name) => `  ${name} = <<-EOT\n    text [\n    EOT is a word\n  EOT`),
  ),
  { maxLength: 5 },
)
const hcl = hclLines.map((lines) => `block "label" {\n${lines.join('\n')}\n}\nlast = 1\n`)

const json = fc
  .tuple(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(undefined, 2, '\t'), fc.boolean())
  .map(([value, indent, isNoted]) => {
    const text = JSON.stringify({ value, azs: ['x', 'y'] }, undefined, indent)
    return isNoted ? `// note [\n${text}\n` : text
  })

const documents: Record<Format, fc.Arbitrary<string>> = {
  hcl,
  json,
  yaml: fc
    .tuple(yaml.map, fc.constantFrom('', '', '---\n', '# top\n'))
    .map(([lines, head]) => `${head}${lines.join('\n')}\n`),
}

describe('Zone formats: Zones that are inserted into a document that another parser can read', () => {
  for (const format of ['yaml', 'hcl', 'json'] as const) {
    it(`leave the document readable, with the same values beside them (seed ${seed}): ${format}`, function () {
      this.timeout(isLong ? 3_600_000 : 120_000)
      const eols = fc.constantFrom('\n' as const, '\r\n' as const)
      const property = fc.property(documents[format], fc.nat(), eols, (written, place, eol) => {
        const text = written.replaceAll('\n', eol)
        const start = cursorNear(text, place % (text.length + 1))
        fc.pre(!isInWord(text, start))
        const result = insert(text, { start, end: start }, format, names, eol)
        if (result === undefined) return
        // Only now, since the other parser of HCL takes much longer than all before.
        const before = read(format, text)
        fc.pre(before !== undefined)
        const after = read(format, result)
        const where = `${text.slice(0, start)}‸${text.slice(start)}\n— becomes —\n${result}`
        assert.ok(after !== undefined, `Not readable any more:\n${where}`)
        assert.deepEqual(without(after, names), without(before, names), where)
        assert.ok(result.includes(names[0] ?? ''), where)
      })
      fc.assert(property, { numRuns, seed })
    })
  }

  it('are the value of a key without one, and instead of a selected one, in HCL', function () {
    this.timeout(120_000)
    const selected = fc.oneof(fc.constant(''), hclValue)
    const around = fc.constantFrom(['block {', '}'], ['a = {', '}'], ['', ''])
    const property = fc.property(hclLines, selected, note, hclLines, around, (...parts) => {
      const [above, value, after, below, [head, tail]] = parts
      const start = [head, ...above, '  azs = '].join('\n')
      const end = [after, ...below, tail, ''].join('\n')
      const expected = read('hcl', `${start}${JSON.stringify(names)}${end}`)
      fc.pre(expected !== undefined)
      const range = { start: start.length, end: start.length + value.length }
      const result =
        insert(`${start}${value}${end}`, range, 'hcl') ?? assert.fail(`${start}‸${end}`)
      assert.deepEqual(read('hcl', result), expected, result)
    })
    fc.assert(property, { numRuns: isLong ? 2000 : 100, seed })
  })

  it('leave a file of HCL readable if they replace any of its values', function () {
    this.timeout(60_000)
    let count = 0
    for (const { title, text } of corpus().filter(({ language }) => language !== 'yaml')) {
      if (title.endsWith(' crlf') || read('hcl', text) === undefined) continue
      for (const [index, { start, end }] of valuesIn(text).entries()) {
        if (index % 5 > 0 && !isLong) continue // the other parser takes its time
        const newNames = text[start] === '[' ? names : names.slice(0, 1)
        const result = insert(text, { start, end }, 'hcl', newNames)
        count += 1
        if (result === undefined) {
          const before = text.slice(0, start)
          const mayBeRefused = takesNoZone.test(before) || /^(?:dns\/|route53)/.test(title)
          assert.ok(mayBeRefused, `${title}: ${before}‹${text.slice(start, end)}›`)
          continue
        }
        const where = `${title}: ${text.slice(start, end)} becomes\n${result}`
        assert.notEqual(read('hcl', result), undefined, where)
        assert.ok(result.includes(names[0] ?? ''), where)
      }
    }
    assert.ok(count > 100)
  })

  it('are found again if they replace any zone of a file, which stays readable', () => {
    for (const { title, text, language } of corpus()) {
      const format = language === 'terraform' ? 'hcl' : language
      // The other parser of HCL takes long, and has looked at all values above.
      const isReadable = format !== 'hcl' && read(format, text) !== undefined
      const eol = title.endsWith(' crlf') ? '\r\n' : '\n'
      for (const { start, end, value, quote, kind } of scanZones(text, language)) {
        if (kind === 'region') continue
        const isQuoted = quote !== '' && text[start - 1] === quote && text[end] === quote
        const isGap = text.slice(start, end).trim() === ''
        const quotes = isQuoted ? 1 : 0
        const range = { start: isGap && !isQuoted ? end : start - quotes, end: end + quotes }
        const result = insert(text, range, format, ['us-west-9z'], eol)
        const where = `${title}: ${text.slice(range.start, range.end)} becomes\n${result}`
        // A key, a part of a path or of a plain text, or the start of a map.
        const isPart =
          text[start - 1] === '/' || (quote === '' && /,\s*$/.test(text.slice(0, start)))
        const mayBeRefused = value === '' || isPart || /^\s*[:=,]/.test(text.slice(range.end))
        assert.ok(result !== undefined || mayBeRefused, where)
        if (result === undefined) continue
        assert.ok(
          scanZones(result, language).some((reference) => reference.value === 'us-west-9z'),
          where,
        )
        if (isReadable) assert.ok(read(format, result) !== undefined, where)
      }
    }
  })

  it('replace whole lines of a list', () => {
    const lists = fc.tuple(
      fc.integer({ min: 1, max: 5 }),
      fc.nat(10),
      fc.nat(10),
      fc.constantFrom('', '  ', '    '),
      // What stands behind the key and above items of YAML.
      fc.constantFrom('', ' # all', ' &a', ' !!seq'),
      fc.array(fc.constantFrom('', '', '# note\n', '\n'), { minLength: 5, maxLength: 5 }),
    )
    const property = fc.property(
      lists,
      fc.constantFrom('yaml', 'hcl', 'json'),
      ([count, firstIndex, secondIndex, indent, mark, notes], format) => {
        const items = Array.from({ length: count }, (_, index) => `z${index}`)
        const indexes = [firstIndex % count, secondIndex % count]
        const [from, to] = indexes.toSorted((a, b) => a - b) as [number, number]
        const lines = items.map((item, index) => {
          if (format === 'yaml') return `${notes[index]}  ${indent}- ${item}\n`
          return `  ${indent}"${item}"${index < count - 1 ? ',' : ''}\n`
        })
        const quote = format === 'json' ? '"' : ''
        const [head, tail] =
          format === 'yaml'
            ? [`a:\n  azs:${mark}\n`, '  b: 1\n']
            : [
                `{\n  ${quote}azs${quote}${format === 'json' ? ':' : ' ='} [\n`.slice(
                  format === 'json' ? 0 : 2,
                ),
                format === 'json' ? '  ]\n}\n' : '  ]\n',
              ]
        const start = head.length + lines.slice(0, from).join('').length
        const end = start + lines.slice(from, to + 1).join('').length
        const text = head + lines.join('') + tail
        const result = insert(text, { start, end }, format) ?? assert.fail(text)
        const actual = JSON.stringify(read(format, result) ?? assert.fail(result))
        const expected = [...items.slice(0, from), ...names, ...items.slice(to + 1)]
        assert.ok(actual.includes(JSON.stringify(expected)), `${text}— becomes —\n${result}`)
      },
    )
    fc.assert(property, { numRuns: isLong ? 5000 : 150, seed })
  })
})

/**
 * Matches what stands before a value that is no zone: a list whose item it selects, a loop or a condition in a list, or
 * a key for other values.
 */
const takesNoZone =
  /[\w\])$]$|\bin $|\[[^[\]\n]*(?:==|[?:]) $|(?:region|num_zone|multi_az|time_?zone|dns_zone|security_zone)\w*"? *= [^\n]*$/i

/** Returns the strings and lists that are values in HCL. */
function valuesIn(text: string): OffsetRange[] {
  const findValues = (block: Block): OffsetRange[] => {
    const strings = [...block.values.values()].flat().filter(({ quote }) => quote !== '')
    const lists = block.lists.filter(({ type, end }) => type === '[' && text[end - 1] === ']')
    return [
      ...strings.map(({ start, end }) => ({ start: start - 1, end: end + 1 })),
      ...lists.map(({ open, end }) => ({ start: open, end })),
      ...block.children.flatMap(findValues),
    ]
  }
  return readBlocks(text, 'hcl').blocks.flatMap(findValues)
}

function insert(
  text: string,
  range: OffsetRange,
  format: Format,
  newNames: readonly string[] = names,
  eol: '\n' | '\r\n' = '\n',
): string | undefined {
  const insertion = insertZones(
    text,
    [range],
    newNames.map((name) => ({ name, zoneId: name })),
    format,
    eol,
  )
  if (!insertion.isAllowed) return undefined
  let result = text
  for (const edit of insertion.edits.toReversed()) {
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end)
  }
  return result
}

/** Returns what a document says; undefined if it can’t be read. */
function read(format: Format, text: string): unknown {
  try {
    return { value: referees[format](text) }
  } catch {
    return undefined
  }
}

/** Returns the position of a cursor, which is never between the two characters of a line end. */
function cursorNear(text: string, offset: number): number {
  return text[offset] === '\n' && text[offset - 1] === '\r' ? offset - 1 : offset
}

/** Returns whether an offset is in a word, a sign, or an escape, which any text would change. */
function isInWord(text: string, offset: number): boolean {
  const [before = ' ', after = ' '] = [text[offset - 1], text[offset]]
  if (/\w/.test(before) && after === '(') return true
  if (/[$%]/.test(before) || /\\[^\\"]{0,5}$/.test(text.slice(Math.max(0, offset - 6), offset)))
    return true
  if (/[\uDC00-\uDFFF]/.test(after) || /\w''/.test(text.slice(Math.max(0, offset - 2), offset + 1)))
    return true
  return /[^\s[\](){},"']/.test(before) && /[^\s[\](){},"']/.test(after)
}
