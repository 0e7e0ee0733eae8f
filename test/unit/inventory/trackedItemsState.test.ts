import assert from 'node:assert/strict'
import {
  changeTracked,
  readTracked,
  type TrackedItemsState,
} from '../../../src/inventory/trackedItemsState.ts'

const deletion = { of: 'another version' }
const things: TrackedItemsState = {
  accounts: [
    { provider: 'aws', uid: 'u', label: 'Ours', regions: [{ name: 'r' }] },
    { provider: 'gcp', uid: 'u', lastName: 'g', regions: [{ name: 'r', project: 'p' }] },
  ],
  configs: [{ provider: 'aws', uid: 'c', lastName: 'k', pools: [{ name: 'w' }, { name: 'x' }] }],
}
const none: TrackedItemsState = { accounts: [], configs: [] }
const account = (value: unknown) =>
  readTracked({ a: { accounts: [value] } }).get('a')?.accounts[0] ?? 'left out'
const pool = (value: unknown) =>
  readTracked({ a: { configs: [{ provider: 'aws', uid: 'c', pools: [value] }] } }).get('a')
    ?.configs[0]?.pools[0] ?? 'left out'

describe('Inventory: what is kept of the trees', () => {
  it('is read as it was stored', () => {
    const stored: unknown = JSON.parse(JSON.stringify({ a: things, constructor: things }))
    assert.deepEqual(
      [...readTracked(stored)],
      [
        ['a', things],
        ['constructor', things],
      ],
    )
  })

  for (const stored of [undefined, null, 'a', 7, []]) {
    it(`is nothing where ${JSON.stringify(stored)} is stored`, () => {
      assert.deepEqual([...readTracked(stored)], [])
    })
  }

  it('is nothing for a connection whose things cannot be read, and all for the others', () => {
    for (const broken of [null, 'x', {}, { accounts: 'x', configs: 7 }]) {
      assert.deepEqual(
        [...readTracked({ a: broken, b: things })],
        [
          ['a', none],
          ['b', things],
        ],
      )
    }
  })

  it('leaves out an account or a region that cannot be read, and nothing else', () => {
    const whole = { provider: 'aws', uid: 'u', regions: [] }
    assert.deepEqual(account({ ...whole, later: 1 }), whole)
    for (const broken of [null, 'x', { ...whole, provider: 7 }, { ...whole, uid: undefined }]) {
      assert.equal(account(broken), 'left out')
    }
    const regions = [null, { name: 7 }, { name: 'q', project: 7 }, { name: 'r' }]
    assert.deepEqual(account({ ...whole, regions, label: 7 }), {
      ...whole,
      label: undefined,
      regions: [{ name: 'r' }],
    })
  })

  it('has a pool by its name, whatever else is kept of it', () => {
    assert.deepEqual(pool({ name: 'w', deletion }), { name: 'w' })
    assert.deepEqual(pool({ name: 'w', deletion: 7, later: 1 }), { name: 'w' })
    assert.equal(pool({}), 'left out')
  })

  it('keeps what it cannot read, and what it does not know, when something else changes', () => {
    const strange = [
      null,
      7,
      'x',
      { provider: 'aws' },
      { uid: 'c', provider: 'aws', later: { deep: [1] }, pools: [{ name: 'w', deletion: 7 }, 'y'] },
    ]
    const stored = { a: { configs: strange, later: [1] }, b: 'of another version' }
    const changed = changeTracked(stored, 'a', 'configs', (configs) => [{ uid: 'd' }, ...configs])
    const [nothing, ...others] = strange
    assert.equal(nothing, null)
    const configs = [{ uid: 'd' }, {}, ...others]
    assert.deepEqual(changed, { a: { configs, later: [1] }, b: 'of another version' })
  })

  it('keeps no connection for which nothing is left', () => {
    const stored = { a: { accounts: [], configs: [{ uid: 'c' }] }, b: { accounts: [{ uid: 'u' }] } }
    assert.deepEqual(
      changeTracked(stored, 'a', 'configs', () => []),
      { b: stored.b },
    )
  })
})
