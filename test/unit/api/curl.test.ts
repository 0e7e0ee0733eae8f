import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import * as fc from 'fast-check'
import { curlCommand, shellOf, type Shell } from '../../../src/api/curl.ts'
import { headersOf, type ApiRequest } from '../../../src/api/requests.ts'

const key = 'ak-0123456789abcdef'
const get: ApiRequest = { method: 'GET', url: 'https://service.example/v1/users/info' }

/** How a POSIX shell reads a command, before any curl sees it. */
function wordsOfPosix(command: string, variables: Record<string, string>): string[] {
  const script = `curl() { printf '%s\\0' curl "$@"; }\n${command}`
  const env = { ...process.env, ...variables, PATH: process.env['PATH'] }
  return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1)
}

/** The arguments of a program on Windows, by the rules of its C library: of quotes, and backslashes before them. */
function argumentsOnWindows(line: string): string[] {
  const found: string[] = []
  let current: string | undefined
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    const slashes = /^\\*/.exec(line.slice(at))?.[0].length ?? 0
    if (slashes > 0 && line[at + slashes] === '"') {
      current = (current ?? '') + '\\'.repeat(Math.floor(slashes / 2))
      at += slashes
      if (slashes % 2 === 1) current += '"'
      else isQuoted = !isQuoted
    } else if (line[at] === '"') {
      current ??= ''
      isQuoted = !isQuoted
    } else if (line[at] === ' ' && !isQuoted) {
      if (current !== undefined) found.push(current)
      current = undefined
    } else current = (current ?? '') + line.charAt(at)
  }
  return current === undefined ? found : [...found, current]
}

/** How a prompt of cmd reads a line: variables first, whatever is quoted; then carets and signs. */
function readByCmd(line: string, variables: Record<string, string>): string {
  // After a percent sign that begins no variable, it goes on with the next character.
  const names = Object.keys(variables).join('|')
  const plain = line.replaceAll(
    new RegExp(`%(${names})%`, 'g'),
    (_, name: string) => variables[name]!,
  )
  let isQuoted = false
  let read = ''
  for (let at = 0; at < plain.length; at++) {
    const char = plain.charAt(at)
    if (!isQuoted && char === '^') read += plain.charAt((at += 1))
    else {
      assert.ok(isQuoted || !/[&|<>]/.test(char), `Another command begins: ${plain.slice(at)}`)
      if (char === '"') isQuoted = !isQuoted
      read += char
    }
  }
  return read
}

/** How PowerShell reads a line of texts in single or double quotes. */
function wordsOfPowerShell(line: string, variables: Record<string, string>): string[] {
  const parts = line.match(/'(?:[^'‘’‚‛]|['‘’‚‛]{2})*'|"[^"]*"|[^\s'"‘’‚‛]+/g) ?? []
  assert.equal(parts.join(' '), line)
  return parts.map((part) => {
    if (part.startsWith("'")) return part.slice(1, -1).replaceAll(/(['‘’‚‛])['‘’‚‛]/g, '$1')
    return part
      .replace(/^"|"$/g, '')
      .replaceAll(/\$env:(\w+)/g, (_, name: string) => variables[name] ?? '')
  })
}

/** How Windows PowerShell starts a program. */
function readByPowerShell(line: string, variables: Record<string, string>): string {
  return wordsOfPowerShell(line, variables)
    .map((part) => (/\s/.test(part) || part === '' ? `"${part}"` : part))
    .join(' ')
}

describe('API client: a request as a curl command', function () {
  this.timeout(60_000)

  it('reads as a person would write it', () => {
    assert.equal(
      curlCommand({ method: 'DELETE', url: `${get.url}/it's` }, { projectUid: 'p-1' }, 'posix'),
      [
        'curl --globoff',
        '--request DELETE',
        "--header 'Accept: application/json'",
        "--header 'ProjectUid: p-1'",
        '--header "ApiKey: $POOLKEEPER_API_KEY"',
        "'https://service.example/v1/users/info/it'\\''s'",
      ].join(' \\\n  '),
    )
  })

  const variables = { POOLKEEPER_API_KEY: key, PATH: 'a & b', TEMP: '"' }
  const readers: Record<Shell, typeof wordsOfPowerShell> = {
    posix: wordsOfPosix,
    cmd: (...line) => argumentsOnWindows(readByCmd(...line)),
    powerShell: (...line) => argumentsOnWindows(readByPowerShell(...line)),
    pwsh: wordsOfPowerShell, // from 7.3, arguments are passed as they are, on every system
  }
  const sign = fc.constantFrom(
    ...Array.from(' "\'\\^%&|<>()!$`;,=@#{}[]‘’aZ0-'),
    '%PATH%',
    '%TEMP%',
    '\\"',
    '&calc',
  )
  const projects = fc
    .array(sign, { minLength: 1, maxLength: 12 })
    .map((signs) => `p${signs.join('').replaceAll(/[^ -~]/g, '')}q`)
  const names = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(''))

  for (const [shell, readBy] of Object.entries(readers) as [Shell, typeof wordsOfPowerShell][]) {
    it(`gives curl the headers, the body, and the address, whatever is in them: ${shell}`, function () {
      const isPosix = shell === 'posix'
      if (isPosix && process.platform === 'win32') this.skip()
      const property = fc.property(projects, names, (projectUid, name) => {
        const url = `https://service.example/${encodeURIComponent(name)}`
        const request: ApiRequest = { method: 'POST', url, body: '{}' }
        const command = curlCommand(request, { projectUid }, shell)
        if (!isPosix) assert.doesNotMatch(command, /\n/)
        const given = readBy(command, variables)
        const after = (option: string) => given.filter((_, at) => given[at - 1] === option)
        const own = Object.entries(headersOf(request, { apiKey: key, projectUid }))
        assert.deepEqual(
          after('--header').toSorted(),
          own.map(([header, is]) => `${header}: ${is}`).toSorted(),
        )
        assert.deepEqual([after('--request'), after('--data')], [['POST'], ['{}']])
        assert.equal(given.at(-1), url)
        assert.equal(given.length, 1 + 1 + 2 + 2 * own.length + 2 + 1)
      })
      fc.assert(property, { numRuns: isPosix ? 150 : 1000 })
    })
  }

  it('never has the key', () => {
    assert.ok(!curlCommand(get, { apiKey: key } as never, 'posix').includes(key))
  })

  it('leaves out the project where the client does', () => {
    const command = curlCommand({ ...get, omitProject: true }, { projectUid: 'p-1' }, 'posix')
    assert.ok(!command.includes('p-1'))
  })

  for (const [path, isOnWindows, shell] of [
    ['/bin/bash', false, 'posix'],
    ['/usr/local/bin/pwsh-preview', false, 'pwsh'],
    ['', false, 'posix'],
    ['C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe', true, 'powerShell'],
    ['C:\\Program Files\\PowerShell\\7\\pwsh.exe', true, 'pwsh'],
    ['C:\\WINDOWS\\System32\\cmd.exe', true, 'cmd'],
    ['C:\\Program Files\\Git\\bin\\bash.exe', true, 'posix'],
    ['', true, 'powerShell'],
  ] as const) {
    it(`is for ${shell} where that is “${path}”${isOnWindows ? ' on Windows' : ''}`, () => {
      assert.equal(shellOf(path, isOnWindows), shell)
    })
  }
})
