import assert from 'node:assert/strict'
import {
  type Connection,
  type ConnectionProblem,
  hostOf,
  isSameConnection,
  parseConnections,
} from '../../../src/connections/connection.ts'

const good = { name: 'good', baseUrl: 'https://api.example.com' }

/** The problem of one entry that stands between two good ones. */
function findProblem(entry: unknown): ConnectionProblem | undefined {
  const { connections, problems } = parseConnections([good, entry, { ...good, name: 'better' }])
  assert.deepEqual(
    connections.map(({ name }) => name),
    ['good', 'better'],
  )
  assert.equal(problems.length, 1)
  return problems[0]
}

/** The one connection of a setting with one entry. */
function read(entry: unknown): Connection {
  const { connections, problems } = parseConnections([entry])
  assert.deepEqual(problems, [])
  assert.ok(connections[0])
  return connections[0]
}

describe('Connections: Reading the setting with the connections', () => {
  it('takes the fields that are given', () => {
    assert.deepEqual(read({ ...good, projectUid: 'p1', deletion: 'block' }), {
      name: 'good',
      baseUrl: 'https://api.example.com',
      origin: 'https://api.example.com',
      projectUid: 'p1',
      deletion: 'block',
    })
  })

  it('refuses an entry with a malformed lock, so that nothing is deleted over it', () => {
    const entry = { ...good, name: 'x', typeFor: ['prod-?'] }
    const problem = { name: 'x', position: 2, field: 'typeFor', problem: 'patterns' }
    assert.deepEqual(findProblem(entry), problem)
    const [first, typed] = [good, { ...good, name: ' good', typeFor: ['*'] }]
    for (const [what, other, field] of [
      ['an invalid one', { ...typed, colour: 1 }, 'colour'],
      ['one with patterns', typed, 'name'],
    ] as const) {
      for (const entries of [
        [first, other],
        [other, first],
      ]) {
        const { connections, problems } = parseConnections(entries)
        assert.deepEqual(connections, [], `nor over ${what} of its name`)
        assert.equal(problems[0]?.field, field)
      }
    }
    const [a, b] = [read({ ...good, typeFor: ['*'] }), read(good)]
    assert.ok(!isSameConnection(a, b), 'a confirmation is not one of what must be typed since')
  })

  it('parses a console URL by the rules for a service URL', () => {
    const consoleUrl = ' https://console.example.com/start/ '
    assert.equal(read({ ...good, consoleUrl }).consoleUrl, 'https://console.example.com/start')
    const local = 'http://localhost:8080'
    assert.equal(read({ ...good, consoleUrl: local }).consoleUrl, local)
    assert.deepEqual(read({ ...good, consoleUrl: ' ' }), read(good))
    for (const [bad, problem] of [
      ['http://console.example.com', 'addressInsecure'],
      ['https://user:word@console.example.com', 'addressCredentials'],
      ['command:workbench.action.quit', 'addressForm'],
      ['file:///etc/passwd', 'addressForm'],
      ['https://{projectUid}.example.com', 'placeholder'],
      ['https://console.example.com/{cluster}', 'placeholder'],
      [1, 'form'],
    ]) {
      const entry = { ...good, name: 'console', consoleUrl: bad }
      assert.deepEqual(findProblem(entry), {
        name: 'console',
        position: 2,
        field: 'consoleUrl',
        problem,
      })
    }
  })

  it('has no project, and needs only a button for a deletion, by default', () => {
    assert.deepEqual(read(good), { ...good, origin: good.baseUrl, deletion: 'confirm' })
    assert.deepEqual(read({ ...good, projectUid: ' ' }), read(good))
  })

  it('trims the values', () => {
    const padded = { name: ' good ', baseUrl: ' https://api.example.com/ \n', projectUid: ' p1 ' }
    assert.deepEqual(read(padded), read({ ...good, projectUid: 'p1' }))
  })

  it('keeps a path prefix out of the origin', () => {
    const { baseUrl, origin } = read({ ...good, baseUrl: 'https://api.example.com:8443/gateway/' })
    assert.equal(baseUrl, 'https://api.example.com:8443/gateway')
    assert.equal(origin, 'https://api.example.com:8443')
  })

  it('finds no connections in a setting that isn’t set', () => {
    assert.deepEqual(parseConnections(undefined), { connections: [], problems: [] })
  })

  for (const value of [null, {}, { name: 'x', baseUrl: good.baseUrl }, 'text', 7]) {
    it(`finds a problem in anything but a list: ${JSON.stringify(value)}`, () => {
      const problem = { position: 0, field: 'setting', problem: 'list' }
      assert.deepEqual(parseConnections(value), { connections: [], problems: [problem] })
    })
  }

  const broken: [what: string, entry: unknown, problem: Partial<ConnectionProblem>][] = [
    ['null', null, { field: 'entry', problem: 'form' }],
    ['a text', 'https://api.example.com', { field: 'entry', problem: 'form' }],
    ['an array', ['a', 'b'], { field: 'name', problem: 'empty' }],
    ['no name', { baseUrl: good.baseUrl }, { field: 'name', problem: 'empty' }],
    ['a blank name', { ...good, name: ' \t' }, { field: 'name', problem: 'empty' }],
    ['a number for a name', { ...good, name: 7 }, { field: 'name', problem: 'empty' }],
    ['no address', { name: 'x' }, { field: 'baseUrl', problem: 'empty' }],
    ['a blank address', { name: 'x', baseUrl: ' ' }, { field: 'baseUrl', problem: 'empty' }],
    ['a number for an address', { name: 'x', baseUrl: 1 }, { field: 'baseUrl', problem: 'empty' }],
    [
      'an address with credentials',
      { name: 'x', baseUrl: 'https://user:pass@api.example.com' },
      { field: 'baseUrl', problem: 'addressCredentials' },
    ],
    [
      'a number for a project',
      { ...good, name: 'x', projectUid: 7 },
      { field: 'projectUid', problem: 'form' },
    ],
    [
      'a project that no header can carry',
      { ...good, name: 'x', projectUid: 'p\n1' },
      { field: 'projectUid', problem: 'header' },
    ],
  ]
  for (const [what, entry, expected] of broken) {
    it(`names what is wrong with ${what}, and reads the others`, () => {
      const { name, ...problem } = findProblem(entry) ?? assert.fail()
      assert.deepEqual(problem, { position: 2, ...expected })
      const given = (entry as { name?: unknown } | null)?.name
      const isNamed = typeof given === 'string' && given.trim() !== ''
      assert.equal(name, isNamed ? given.trim() : undefined)
    })
  }

  const guards: [entry: object, field: string, problem: ConnectionProblem['problem']][] = [
    ...['Block', 'none', '', true, null, ['type']].map(
      (deletion) => [{ deletion }, 'deletion', 'mode'] as [object, string, 'mode'],
    ),
    ...['Deletion', 'protection', 'colour'].map(
      (field) =>
        [{ [field]: true, deletion: 'confirm' }, field, 'unknown'] as [object, string, 'unknown'],
    ),
  ]
  for (const [entry, field, problem] of guards) {
    it(`refuses what may be a deletion mode, instead of dropping it: ${JSON.stringify(entry)}`, () => {
      const expected = { name: 'x', position: 2, field, problem }
      assert.deepEqual(findProblem({ ...good, name: 'x', ...entry }), expected)
    })
  }

  it('drops the beginning of the API’s paths from a service URL, but not from a console URL', () => {
    const urls = { baseUrl: `${good.baseUrl}/v1`, consoleUrl: `${good.baseUrl}/v1` }
    const { baseUrl, consoleUrl } = read({ ...good, ...urls })
    assert.deepEqual([baseUrl, consoleUrl], [good.baseUrl, `${good.baseUrl}/v1`])
  })
})

describe('Connections: A connection', () => {
  const connection = read({ ...good, projectUid: 'p1' })

  it('is the same while its service, project, and deletion mode are the same', () => {
    assert.ok(isSameConnection(connection, { ...connection }))
    const changes: Partial<Connection>[] = [
      { name: 'other' },
      { baseUrl: 'https://api.example.com/v2' },
      { projectUid: 'p2' },
      { deletion: 'type' },
      { typeFor: ['gpu-*'] },
    ]
    for (const change of changes) {
      assert.ok(!isSameConnection(connection, { ...connection, ...change }), JSON.stringify(change))
    }
    assert.ok(!isSameConnection(connection, undefined))
  })

  it('has a host, with the port if there is one', () => {
    assert.equal(hostOf(connection), 'api.example.com')
    assert.equal(hostOf({ ...connection, baseUrl: 'http://127.0.0.1:8080/v1' }), '127.0.0.1:8080')
  })
})

describe('Connections: The origin of a connection, for which a key is kept,', () => {
  const parseOrigin = (baseUrl: string) => {
    const [connection] = parseConnections([{ name: 'a', baseUrl }]).connections
    return connection?.origin ?? assert.fail(baseUrl)
  }

  it('is the same for all spellings of a URL', () => {
    for (const same of [
      'HTTPS://EXAMPLE.com',
      'https://example.com:443/api',
      ' https://eXample.COM/ ',
    ]) {
      assert.equal(parseOrigin(same), 'https://example.com')
    }
    assert.equal(
      parseOrigin('https://BÜCHER.example'),
      parseOrigin('https://xn--bcher-kva.example'),
    )
    assert.equal(parseOrigin('https://bu\u0308cher.example'), parseOrigin('https://bücher.example'))
  })

  it('is another one for a host that only looks the same, whose difference is visible', () => {
    // The first has Cyrillic letters, the second a one for an l.
    for (const other of ['https://ехаmple.com', 'https://examp1e.com', 'https://example.com.']) {
      const [connection] = parseConnections([{ name: 'a', baseUrl: other }]).connections
      assert.ok(connection)
      assert.notEqual(connection.origin, 'https://example.com')
      assert.match(hostOf(connection), /^[a-z0-9.-]+$/)
      assert.notEqual(hostOf(connection), 'example.com')
    }
  })

  it('is another one for another scheme or port', () => {
    const origins = ['http://localhost', 'https://localhost', 'http://localhost:81'].map(
      parseOrigin,
    )
    assert.equal(new Set(origins).size, 3)
  })
})
