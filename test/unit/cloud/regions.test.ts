import assert from 'node:assert/strict'
import type { RegionRef } from '../../../src/model/refs.ts'
import { regionsOf } from '../../../src/cloud/regions.ts'
import { cloudsOf, connection, trackedOf } from '../sources.ts'

const account = { connection, provider: 'aws', cloudAccountUid: 'a' }
const region = (name: string, more: Partial<RegionRef> = {}): RegionRef => ({
  ...account,
  region: name,
  ...more,
})
const pinnedIn = (...names: string[]) =>
  trackedOf([{ provider: 'aws', uid: 'a', pins: names.map((name) => ({ name })) }])
const facts = (name: string, isOptedIn = true) => ({ name, isOptedIn })
const shown = (...[tracked, clouds]: [ReturnType<typeof trackedOf>, ReturnType<typeof cloudsOf>]) =>
  regionsOf(account, tracked, clouds).map(({ region: name, mark }) => [name, mark])

describe('Inventory: the regions of a cloud account', () => {
  it('are the listed and the pinned ones, each once, those not opted in to last', () => {
    const clouds = cloudsOf({ regions: [facts('c', false), facts('d'), facts('b'), facts('d')] })
    assert.deepEqual(shown(pinnedIn('d', 'a'), clouds), [
      ['a', 'unlisted'],
      ['b', undefined],
      ['d', 'pinned'],
      ['c', undefined],
    ])
  })

  it('are not listed only where the list is complete and their zones could not be read', () => {
    const tracked = pinnedIn('a')
    assert.deepEqual(shown(tracked, cloudsOf({})), [['a', undefined]])
    assert.deepEqual(shown(tracked, cloudsOf({ regions: [], unreadable: 1 })), [['a', undefined]])
    assert.deepEqual(shown(tracked, cloudsOf({ regions: [] })), [['a', 'unlisted']])
    const read = [region('a')]
    assert.deepEqual(shown(tracked, cloudsOf({ regions: [], read })), [['a', 'pinned']])
  })
})
