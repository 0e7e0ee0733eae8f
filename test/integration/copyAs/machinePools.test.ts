import { strict as assert } from 'node:assert'
import { viewIds } from '../../../src/contributions.ts'
import { configs, projects } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { type Row, until } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const { checkout } = configs
const nodes = (rows: (Row | undefined)[]) => rows.map((row) => row?.node)

type Record = { name: string; cluster: string } & { [key: string]: unknown }

describe('Copy As…: machine pools', () => {
  const session = useFilledSession()

  beforeEach(async () => {
    await parts.globalState.update('copyFormat', undefined)
  })

  /** Runs it on rows, or from the palette, and selects a format. */
  async function copyAs(format: string, ...rows: (Row | undefined)[]): Promise<void> {
    const isOfRows = rows.length > 0
    const copying = session.run('copyAs', ...(isOfRows ? [rows[0]?.node, nodes(rows)] : []))
    if (!isOfRows) (await session.dialogs.pick()).select('Machine pools')
    const pick = await until('the formats', () => session.dialogs.pick())
    pick.select(format)
    await copying
  }
  const records = () => JSON.parse(session.dialogs.clipboard ?? '') as Record[]

  it('copies the pools of a cluster that wasn’t expanded', async () => {
    const cluster = await session.clusterRow(checkout.clusterName)
    await copyAs('Names', cluster)
    assert.equal(session.dialogs.clipboard, checkout.pools.map(({ name }) => name).join('\n'))
    assert.equal(session.dialogs.statusMessages.at(-1), 'Names copied: 4')
    assert.deepEqual(session.dialogs.messages, [])
    assert.equal(session.dialogs.progress[0]?.view, viewIds.machinePools)
    await copyAs('CSV', cluster)
    // None needs machines.
    assert.ok(!session.requests().some(({ url }) => url.includes('/machines')))
  })

  it('copies the facts of a pool', async () => {
    await copyAs('JSON', await session.poolRow(checkout, 'worker-pool'))
    assert.deepEqual(records(), [
      {
        name: 'worker-pool',
        cluster: checkout.clusterName,
        project: projects.production.name,
        provider: 'aws',
        cloudConfig: checkout.uid,
        size: 6,
        zones: ['us-east-1a', 'us-east-1b', 'us-east-1c'],
        type: 'm6i.2xlarge',
      },
    ])
  })

  it('copies each pool once, in the order of the rows', async () => {
    const [pool, cluster, other] = await Promise.all([
      session.poolRow(checkout, 'worker-pool'),
      session.clusterRow(checkout.clusterName),
      session.poolRow(configs.billing, 'system'),
    ])
    await copyAs('Names', other, pool)
    assert.equal(session.dialogs.clipboard, 'system\nworker-pool')
    await copyAs('Names', pool, cluster)
    assert.equal(session.dialogs.clipboard?.split('\n').length, 4)
  })

  it('copies all clusters from all pages, and those of a project', async () => {
    await session.addClusters(60)
    await copyAs('CSV')
    const all = session.sandbox.data.configs
    const rowCount = () => (session.dialogs.clipboard?.split('\n').length ?? 0) - 1
    assert.equal(rowCount(), all.flatMap(({ pools }) => pools).length)
    const { uid, name } = projects.production
    const row = await session.row('machinePools', name)
    await copyAs('CSV', row)
    const projectPools = all
      .filter(({ projectUid }) => projectUid === uid)
      .flatMap(({ pools }) => pools)
    assert.equal(rowCount(), projectPools.length)
  })

  it('says what couldn’t be loaded, and tries it again', async () => {
    const path = `/cloudconfigs/aws/${checkout.uid}`
    session.sandbox.addFault({ path, status: 403, times: null })
    await copyAs('CSV')
    const { text, buttons, press, severity } = await session.dialogs.message()
    assert.equal(severity, 'warning')
    assert.match(
      text,
      /^Rows copied as CSV: \d+\. The copy is incomplete\. Lists that couldn’t be loaded: 1\. .*\(403\)/,
    )
    assert.deepEqual(buttons, ['Retry'])
    assert.deepEqual(session.dialogs.statusMessages, [])
    const before = session.dialogs.clipboard?.split('\n').length ?? 0
    session.sandbox.clearFaults()
    press('Retry')
    ;(await session.dialogs.pick()).select('CSV')
    const status = await until('the whole copy', () => session.dialogs.statusMessages.at(-1))
    assert.match(status, /^(Names|Rows) copied/)
    assert.equal(session.dialogs.clipboard?.split('\n').length, before + 4)
  })

  it('says that the list of clusters may be incomplete', async () => {
    await session.addClusters(60)
    await session.rows('machinePools')
    session.sandbox.addFault({ path: 'clusters/search', status: 500, times: null })
    await copyAs('Names')
    assert.match(
      (await session.dialogs.message()).text,
      /The copy is incomplete\. The service’s list couldn’t be loaded completely\. .*\(500\)/,
    )
  })

  it('copies pinned pools if the service lists nothing', async () => {
    await session.offer('none')
    await copyAs('Names')
    const pinned =
      'Only pinned clusters are included because the cluster list isn’t supported, or your API key has no access to it.'
    const none = `Nothing was copied. ${pinned}`
    assert.equal((await session.dialogs.message()).text, none)
    await session.pinPool(checkout, 'worker-pool')
    await copyAs('JSON')
    assert.deepEqual(records(), [
      {
        name: 'worker-pool',
        cluster: checkout.clusterName,
        provider: 'aws',
        cloudConfig: checkout.uid,
      },
    ])
    const { severity, text } = await session.dialogs.message()
    assert.deepEqual([severity, text], ['info', `Rows copied as JSON: 1. ${pinned}`])
    assert.deepEqual(session.dialogs.unseenTexts, [])
  })
})
