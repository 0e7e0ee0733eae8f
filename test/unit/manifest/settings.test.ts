import assert from 'node:assert/strict'
import { parseConnections } from '../../../src/connections/connection.ts'
import { manifest } from './manifest.ts'

const { configuration } = manifest.contributes

/** What has ever been released, for good: people's settings files have it. Only ever add to it. */
const released: Record<string, readonly string[]> = {
  'poolkeeper.connections': [
    'name',
    'baseUrl',
    'projectUid',
    'readOnly',
    'consoleUrl',
    'protection',
  ],
  'poolkeeper.deleteConfirmation': [],
  'poolkeeper.zoneChecks': [],
  'poolkeeper.zoneChecksOnSave': [],
  'poolkeeper.zoneHints': [],
  'poolkeeper.machinePoolsInCode': [],
  'poolkeeper.deleteSearchesWorkspace': [],
}

describe('Manifest: the settings', () => {
  it('are found by searching for Poolkeeper', () => {
    assert.equal(configuration.title, 'Poolkeeper')
    for (const id of Object.keys(configuration.properties)) assert.match(id, /^poolkeeper\.\w+$/)
  })

  it('stand in an order of their own', () => {
    const orders = Object.values(configuration.properties).map(({ order }) => order)
    assert.deepEqual(
      orders.toSorted((a, b) => a - b),
      orders.map((_, index) => index + 1),
    )
  })

  it('keep every name that was released, if only to say what took its place', () => {
    for (const [id, fields] of Object.entries(released)) {
      const setting = configuration.properties[id]
      assert.ok(setting, `${id} is gone: keep it, with a deprecation message`)
      for (const field of fields) assert.ok(setting.items?.properties[field], `${id}: ${field}`)
    }
  })

  it('are all among those that are kept for good', () => {
    const all = Object.entries(configuration.properties).map(([id, { items }]) => [
      id,
      Object.keys(items?.properties ?? {}).sort(),
    ])
    assert.deepEqual(
      Object.fromEntries(all),
      Object.fromEntries(Object.entries(released).map(([id, fields]) => [id, fields.toSorted()])),
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
