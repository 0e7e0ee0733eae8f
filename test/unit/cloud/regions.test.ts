import assert from 'node:assert/strict'
import type { RegionRef } from '../../../src/model/refs.ts'
import { regionsOf } from '../../../src/cloud/regions.ts'
import { cloudsOf, connection, pinsOf } from '../sources.ts'

const account = { connection, provider: 'aws', cloudAccountUid: 'a' }
const region = (name: string, more: Partial<RegionRef> = {}): RegionRef => ({
  ...account,
  region: name,
  ...more,
})
const pinnedIn = (...names: string[]) =>
  pinsOf([{ provider: 'aws', uid: 'a', pins: names.map((name) => ({ name })) }])
const facts = (name: string, isOptedIn = true) => ({ name, isOptedIn })
const shown = (...[pins, clouds]: [ReturnType<typeof pinsOf>, ReturnType<typeof cloudsOf>]) =>
  regionsOf(account, pins, clouds).map(({ region: name, presence }) => [name, presence])

describe('Inventory: the regions of a cloud account', () => {
  it('are the listed and the pinned ones, each once, those not opted in to last', () => {
    const clouds = cloudsOf({ regions: [facts('c', false), facts('d'), facts('b'), facts('d')] })
    assert.deepEqual(shown(pinnedIn('d', 'a'), clouds), [
      ['a', 'unlisted'],
      ['b', 'listed'],
      ['d', 'listed'],
      ['c', 'listed'],
    ])
  })

  it('are not listed only where the list is complete and their zones could not be read', () => {
    const pins = pinnedIn('a')
    assert.deepEqual(shown(pins, cloudsOf({})), [['a', 'unknown']])
    assert.deepEqual(shown(pins, cloudsOf({ regions: [], unreadable: 1 })), [['a', 'unknown']])
    assert.deepEqual(shown(pins, cloudsOf({ regions: [] })), [['a', 'unlisted']])
    const read = [region('a')]
    assert.deepEqual(shown(pins, cloudsOf({ regions: [], read })), [['a', 'listed']])
  })
})
