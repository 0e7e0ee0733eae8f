import assert from 'node:assert/strict'
import type { RegionRef } from '../../../src/model/refs.ts'
import { collectRegions } from '../../../src/cloud/regions.ts'
import { createClouds, connection, createPins } from '../sources.ts'

const account = { connection, provider: 'aws', cloudAccountUid: 'a' }
const region = (name: string, more: Partial<RegionRef> = {}): RegionRef => ({
  ...account,
  region: name,
  ...more,
})
const pinnedIn = (...names: string[]) =>
  createPins([{ provider: 'aws', uid: 'a', pins: names.map((name) => ({ name })) }])
const facts = (name: string, isOptedIn = true) => ({ name, isOptedIn })
const shown = (
  ...[pins, clouds]: [ReturnType<typeof createPins>, ReturnType<typeof createClouds>]
) => collectRegions(account, pins, clouds).map(({ region: name, presence }) => [name, presence])

describe('Cloud: The regions of a cloud account', () => {
  it('are the listed and the pinned ones, each once, those not opted in to last', () => {
    const clouds = createClouds({
      regions: [facts('c', false), facts('d'), facts('b'), facts('d')],
    })
    assert.deepEqual(shown(pinnedIn('d', 'a'), clouds), [
      ['a', 'unlisted'],
      ['b', 'listed'],
      ['d', 'listed'],
      ['c', 'listed'],
    ])
  })

  it('are unlisted only if the list is complete and their zones could not be read', () => {
    const pins = pinnedIn('a')
    assert.deepEqual(shown(pins, createClouds({})), [['a', 'unknown']])
    assert.deepEqual(shown(pins, createClouds({ regions: [], unreadable: 1 })), [['a', 'unknown']])
    assert.deepEqual(shown(pins, createClouds({ regions: [] })), [['a', 'unlisted']])
    const read = [region('a')]
    assert.deepEqual(shown(pins, createClouds({ regions: [], read })), [['a', 'listed']])
  })
})
