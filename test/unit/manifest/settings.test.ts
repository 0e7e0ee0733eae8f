import assert from 'node:assert/strict'
import { parseConnections } from '../../../src/connections/connection.ts'
import { manifest } from './manifest.ts'

const { configuration } = manifest.contributes

describe('Manifest: the settings', () => {
  it('are found by searching for Poolkeeper', () => {
    assert.equal(configuration.title, 'Poolkeeper')
    for (const id of Object.keys(configuration.properties)) assert.match(id, /^poolkeeper(\.\w+)+$/)
  })

  it('stand in an order of their own', () => {
    const orders = Object.values(configuration.properties).map(({ order }) => order)
    assert.deepEqual(
      orders.toSorted((a, b) => a - b),
      orders.map((_, index) => index + 1),
    )
  })

  it('insert connections with a name, and with a URL to complete, so that no made-up host is used', () => {
    const [snippet] =
      configuration.properties['poolkeeper.connections']?.items?.defaultSnippets ?? []
    const asInserted = JSON.stringify(snippet?.body).replaceAll(/\$(?:\d|\{\d:(\w+)\})/g, '$1')
    const { problems } = parseConnections([JSON.parse(asInserted)])
    assert.deepEqual(problems, [
      { name: 'production', position: 1, field: 'baseUrl', problem: 'addressForm' },
    ])
  })
})
