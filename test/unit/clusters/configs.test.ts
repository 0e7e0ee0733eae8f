import assert from 'node:assert/strict'
import { collectConfigs, collectPools } from '../../../src/clusters/configs.ts'
import { createCluster, connection, createPoolSources } from '../sources.ts'

const pinned = (uid: string, names: object = {}, ...pools: string[]) => ({
  provider: 'aws',
  uid,
  pins: pools.map((name) => ({ name })),
  ...names,
})
const open = (configUid: string, machinePoolName: string) => ({
  connection,
  provider: 'aws',
  configUid,
  machinePoolName,
  configLabel: `label of ${configUid}`,
})
const nothing = { pools: [], hybridPools: [], unreadable: 0 }
const pool = (name: string) => ({ name, zones: [] })
type Sources = Parameters<typeof createPoolSources>[0]
const shown = (sources: Sources, over = connection) =>
  collectConfigs(over, createPoolSources(sources)).map(
    ({ configUid, name, isPinned, hasPendingDeletion, presence }) =>
      [configUid, name, isPinned, hasPendingDeletion, presence].join(' | '),
  )

describe('Clusters: The cloud configs of a connection', () => {
  it('are the pinned in the order of their use, the listed, and those of pending deletions', () => {
    assert.deepEqual(
      shown({
        pinned: [pinned('x', { name: 'once x' }), pinned('b', { name: 'old' })],
        list: { clusters: [createCluster('a'), createCluster('b'), createCluster('d')] },
        open: [open('d', 'w'), open('b', 'w'), open('y', 'w'), open('y', 'v')],
      }),
      [
        'x | once x | true | false | unlisted',
        'b | cluster b | true | true | listed',
        'a | cluster a | false | false | listed',
        'd | cluster d | false | true | listed',
        'y | label of y | false | true | unlisted',
      ],
    )
  })

  it('have the project and the counts of their cluster', () => {
    const project = { uid: 'p', name: 'P' }
    const poolSummaries = [{ size: 3, healthy: 2, isHybrid: false }]
    const list = { clusters: [createCluster('a', { project, poolSummaries })] }
    const [config] = collectConfigs(connection, createPoolSources({ pinned: [pinned('a')], list }))
    assert.deepEqual(config?.project, project)
    assert.deepEqual(config.counts, { pools: 1, nodes: { healthy: 2, all: 3, isExact: true } })
  })

  it('are unlisted only if the list is complete and they could not be read', () => {
    const unknown = ['x | x | true | false | unknown']
    const all: Sources[] = [
      {},
      { list: { hasMore: true } },
      { list: { isTruncated: true } },
      { list: { unreadable: 1 } },
      { list: {}, configs: { x: nothing } },
    ]
    for (const sources of all) {
      assert.deepEqual(shown({ pinned: [pinned('x')], ...sources }), unknown)
    }
    assert.deepEqual(shown({ pinned: [pinned('x')], list: {} }), [
      'x | x | true | false | unlisted',
    ])
  })

  it('include no pending deletion of another project', () => {
    const marks = { open: [{ ...open('x', 'w'), projectUid: 'p' }] }
    assert.equal(shown(marks).length, 1)
    assert.equal(shown(marks, { ...connection, projectUid: 'p' }).length, 1)
    assert.deepEqual(shown(marks, { ...connection, projectUid: 'q' }), [])
  })
})

describe('Clusters: The machine pools of a cloud config', () => {
  const config = { connection, provider: 'aws', configUid: 'c', label: 'mine' }
  const pools = (sources: Sources, read?: object) =>
    collectPools(config, createPoolSources(sources), read && { ...nothing, ...read }).map(
      ({ machinePoolName, facts, isHybrid, isPinned, hasPendingDeletion, presence }) =>
        [machinePoolName, facts?.name, isHybrid, isPinned, hasPendingDeletion, presence].join(
          ' | ',
        ),
    )
  const sources = { pinned: [pinned('c', {}, 'a', 'x')], open: [open('c', 'b'), open('c', 'y')] }

  it('are the listed, the hybrid, the pinned, and those of pending deletions, each once', () => {
    const read = { pools: [pool('a'), pool('b'), pool('d')], hybridPools: ['d', 'h'] }
    assert.deepEqual(pools(sources, read), [
      'a | a |  | true | false | listed',
      'b | b |  | false | true | listed',
      'd | d |  | false | false | listed',
      'h |  | true | false | false | listed',
      'x |  |  | true | false | unlisted',
      'y |  |  | false | true | unlisted',
    ])
  })

  it('have one row for a hybrid pool that is pinned: two rows with one id would be none', () => {
    const read = { hybridPools: ['x'] }
    assert.deepEqual(pools({ pinned: [pinned('c', {}, 'x')] }, read), [
      'x |  | true | true | false | listed',
    ])
  })

  it('are unlisted only if every listed pool could be read', () => {
    const unread = ['a |  |  | true | false | unknown', 'x |  |  | true | false | unknown']
    assert.deepEqual(pools({ pinned: sources.pinned }), unread)
    assert.deepEqual(pools({ pinned: sources.pinned }, { unreadable: 1 }), unread)
  })
})
