import assert from 'node:assert/strict'
import { parseOptions, usageOf } from '../../host/options.ts'

const options = {
  grep: { value: 'TEXT', isPattern: true, help: 'Only these' },
  host: { choices: ['node', 'web'], help: 'Where' },
  port: { range: [1, 65_535], help: 'The port' },
  only: { value: 'NAME', several: true, help: 'Some' },
  sizes: { range: [0, 9], several: true, help: 'More' },
  check: { help: 'A switch' },
} as const

describe('Test run: options of scripts', () => {
  const refused = (...args: string[]) => {
    try {
      parseOptions(options, args)
    } catch (error) {
      return (error as Error).message
    }
    return assert.fail(`${args.join(' ')} is accepted`)
  }

  it('are texts, numbers, and switches', () => {
    const args = '--grep a --host web --port=80 --only a,b --only c --sizes 1,2 --check'.split(' ')
    assert.deepEqual(parseOptions(options, args), {
      grep: 'a',
      host: 'web',
      port: 80,
      only: ['a', 'b', 'c'],
      sizes: [1, 2],
      check: true,
    })
    assert.deepEqual(parseOptions(options, []), {})
  })

  it('are refused with what is wrong, in one line', () => {
    assert.equal(refused('--bogus'), "Unknown option '--bogus'")
    assert.equal(refused('bogus'), "Unexpected argument 'bogus'")
    assert.equal(refused('--host', 'desktop'), "--host must be node or web, not 'desktop'")
    assert.equal(refused('--port', '0'), "--port must be 1 to 65535, not '0'")
    assert.equal(refused('--port', '1e3'), "--port must be 1 to 65535, not '1e3'")
    assert.equal(refused('--sizes', '1,'), "--sizes must be 0 to 9, not ''")
    assert.equal(refused('--grep', ''), '--grep must not be empty')
    assert.equal(refused('--grep', '('), "--grep must be a regular expression, not '('")
    assert.equal(refused('--only', 'a,'), '--only must not be empty')
    for (const args of [['--grep'], ['--port', '-1'], ['--check=yes'], ['--host']]) {
      assert.match(refused(...args), /^Option '(-\w, )?--\w+.*' .*[^.]$/)
    }
  })

  it('are explained', () => {
    const usage = usageOf({ name: 'ui', summary: 'Runs it.', options })
    assert.equal(
      usage,
      `Usage: npm run ui [-- OPTIONS]

Runs it.

Options:
  --grep TEXT      Only these
  --host node|web  Where
  --port N         The port
  --only NAME[,…]  Some
  --sizes N[,…]    More
  --check          A switch
  --help           Show this help
`,
    )
    assert.match(
      usageOf({ name: 'test', summary: '', options: {} }),
      /^Usage: npm test \[-- OPTIONS\]\n/,
    )
  })
})
