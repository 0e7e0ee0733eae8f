import assert from 'node:assert/strict'
import { collectAccounts, accountTitle } from '../../../src/cloud/accounts.ts'
import { AccountNames } from '../../../src/cloud/accountNames.ts'
import { findNamed } from '../../../src/model/names.ts'
import { createClouds, connection, createPins } from '../sources.ts'

const pinned = (uid: string, more: { provider?: string; name?: string } = {}) => ({
  provider: 'aws',
  uid,
  pins: [],
  ...more,
})
const listed = (uid: string, name = `name of ${uid}`) => ({ provider: 'aws', uid, name })
const shown = (
  ...[pins, clouds]: [ReturnType<typeof createPins>, ReturnType<typeof createClouds>]
) =>
  collectAccounts(connection, pins, clouds).map(({ provider, cloudAccountUid, name, presence }) =>
    [provider, cloudAccountUid, name, presence].join(' | '),
  )

describe('Cloud: The cloud accounts of a connection', () => {
  it('are those that are pinned, in the order of their use, and the others that are listed', () => {
    const pins = createPins([pinned('b'), pinned('x', { name: 'once x' })])
    const accounts = [listed('a'), listed('b'), { ...listed('c'), state: 'active' }]
    const clouds = createClouds({ list: { accounts } })
    assert.deepEqual(shown(pins, clouds), [
      'aws | b | name of b | listed',
      'aws | x | once x | unlisted',
      'aws | a | name of a | listed',
      'aws | c | name of c | listed',
    ])
    const all = collectAccounts(connection, pins, clouds)
    assert.deepEqual(
      all.map(({ state, isPinned }) => [state, isPinned]),
      [
        [undefined, true],
        [undefined, true],
        [undefined, false],
        ['active', false],
      ],
    )
  })

  it('are one where two providers share it, under the one that it is pinned under', () => {
    const pins = createPins([pinned('a', { provider: 'eks' }), pinned('a')])
    assert.deepEqual(shown(pins, createClouds({ list: { accounts: [listed('a')] } })), [
      'eks | a | name of a | listed',
    ])
    const other = [{ ...listed('a'), provider: 'azure' }]
    assert.equal(shown(pins, createClouds({ list: { accounts: other } })).length, 2)
  })

  it('are called by the service’s name, else the stored one, else the UID', () => {
    const clouds = createClouds({ list: { accounts: [listed('a', 'now')] } })
    const createTitle = (uid: string, more: object) =>
      accountTitle(createPins([pinned(uid, more)]), clouds, {
        connection,
        provider: 'aws',
        cloudAccountUid: uid,
      })
    assert.equal(createTitle('a', { name: 'then' }), 'now')
    assert.equal(createTitle('b', { name: 'then' }), 'then')
    assert.equal(createTitle('b', {}), 'b')
  })

  it('are unlisted only if the list is complete and nothing of them could be read', () => {
    const pins = createPins([pinned('x')])
    const read = [{ connection, provider: 'aws', cloudAccountUid: 'x', region: 'r' }]
    const incomplete = [
      {},
      { list: { isTruncated: true } },
      { list: { unreadable: 1 } },
      { list: {}, read },
    ]
    for (const clouds of incomplete)
      assert.deepEqual(shown(pins, createClouds(clouds)), ['aws | x | x | unknown'])
    assert.deepEqual(shown(pins, createClouds({ list: {} })), ['aws | x | x | unlisted'])
  })

  it('are found by UID, else by name, else by name in other capitals', () => {
    const pins = createPins([pinned('x', { name: 'Payments' }), pinned('payments')])
    const list = { accounts: [listed('a', 'prod-1'), listed('b', 'PROD-1'), listed('c', 'c')] }
    const all = collectAccounts(connection, pins, createClouds({ list }))
    const found = (wanted: string) =>
      findNamed(all, ({ cloudAccountUid }) => [cloudAccountUid], wanted).map(
        ({ cloudAccountUid }) => cloudAccountUid,
      )
    assert.deepEqual(found('Payments'), ['x'])
    assert.deepEqual(found('payments'), ['payments'])
    assert.deepEqual(found('PAYMENTS'), ['x', 'payments'])
    assert.deepEqual(found('prod-1'), ['a'])
    assert.deepEqual(found('Prod-1'), ['a', 'b'])
    assert.deepEqual(found('nobody'), [])
  })

  it('have names for which a list is read once, however many zones show them', () => {
    let reads = 0
    const list = Array.from({ length: 100 }, (_, index) => ({
      provider: 'aws',
      get uid() {
        reads += 1
        return `account-${index}`
      },
      name: `name ${index}`,
    }))
    const names = new AccountNames()
    const nameOf = (provider: string, index: number) =>
      names.find(list, { provider, cloudAccountUid: `account-${index}` })
    assert.deepEqual([nameOf('eks', 0), nameOf('gcp', 1)], ['name 0', undefined])
    for (let index = 0; index < 100; index++) assert.equal(nameOf('aws', index), `name ${index}`)
    assert.equal(reads, list.length)
  })
})
