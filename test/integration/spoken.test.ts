import { strict as assert } from 'node:assert'
import { accounts, configs } from '../sandbox/data.ts'
import { type Row, useSession } from './helpers.ts'
import { requireRow, useSessionWithLookups } from './lookups.ts'
import { useFilledSession } from './machinePools/filled.ts'

const spoken = ({ item }: Row) => item.accessibilityInformation?.label

describe('What a screen reader says of a row', () => {
  describe('of what the user keeps', () => {
    const session = useSession()

    it('names a zone’s state, which its icon shows', async () => {
      const zones = [
        { name: 'a', zoneId: 'az1', state: 'available' },
        { name: 'b', zoneId: 'az2', state: 'impaired' },
        { name: 'c' },
      ]
      session.sandbox.addFault({ method: 'GET', body: JSON.stringify({ zones }) })
      const row = await session.pinRegion(accounts.awsProduction, 'us-east-1')
      assert.deepEqual((await session.rows('zones', row)).map(spoken), [
        'a, available, az1',
        'b, impaired, az2',
        'c, unknown state',
      ])
    })

    it('calls a failure an error', async () => {
      const row = await session.pinRegion(accounts.awsProduction, 'us-east-1')
      session.sandbox.addFault({ path: '/zones', status: 403 })
      await session.run('refresh', row.node)
      const [failure] = await session.rows('zones', row)
      assert.match((failure && spoken(failure)) ?? '', /^Access denied, error, .+ \(403\)/)
    })
  })

  describe('of what the service lists, in the Zones view', () => {
    const session = useSessionWithLookups()

    it('tells what is pinned, and what is not as usual', async () => {
      await session.pinRegion(accounts.awsProduction, 'eu-west-1')
      const account = await requireRow(session, 'aws-production')
      assert.equal(spoken(account), 'aws-production, aws, pinned')
      assert.equal(spoken(await requireRow(session, 'aws-audit')), 'aws-audit, aws')
      assert.equal(spoken(await requireRow(session, 'gcp-analytics')), 'gcp-analytics, error, gcp')
      const regions = await session.rows('zones', account)
      const said = regions.map(spoken)
      assert.ok(said.includes('eu-west-1, pinned'), said.join('\n'))
      assert.ok(said.includes('mx-central-1, not opted in'), said.join('\n'))
    })
  })

  describe('of what the service lists, in the Machine Pools view', () => {
    const session = useFilledSession()

    it('tells what is pinned, and what is not as usual', async () => {
      const { provider, uid: configUid } = configs.featurePreviews
      const machinePoolName = 'virtual-pool'
      await session.run('pin', { provider, configUid, machinePoolName })
      const cluster = await session.clusterRow('feature-previews')
      assert.equal(
        spoken(cluster),
        'feature-previews, Unknown, virtual, 1 pool, 1/1 healthy, pinned',
      )
      const pool = await session.poolRow(configs.checkout, 'control-plane-pool')
      assert.match(spoken(pool) ?? '', /^control-plane-pool, control plane, 3 nodes, us-east-1a, /)
      const [project] = await session.rows('machinePools')
      assert.equal(project && spoken(project), 'Production')
    })
  })
})
