import { strict as assert } from 'node:assert'
import { parseConnections } from '../../../src/connections/connection.ts'
import { configIdentity } from '../../../src/model/refs.ts'

describe('Model: A cloud config of a service whose URL is written in two ways', () => {
  const identityAt = (baseUrl: string) => {
    const [connection] = parseConnections([{ name: 'home', baseUrl }]).connections
    assert.ok(connection, baseUrl)
    return configIdentity({ connection, provider: 'aws', configUid: 'c1' })
  }

  const spellings: [what: string, url: string, other: string][] = [
    ['a dot at the end of the host', 'https://service.example', 'https://service.example.'],
    ['a character that is encoded', 'https://service.example/~a', 'https://service.example/%7Ea'],
    ['the case of an escape', 'https://service.example/%c3%a9', 'https://service.example/%C3%A9'],
  ]
  for (const [what, url, other] of spellings) {
    it(`is one cloud config: ${what}`, () => assert.equal(identityAt(other), identityAt(url)))
  }
})
