import { strict as assert } from 'node:assert'
import { accounts, configs } from '../sandbox/data.ts'
import { type Row, useSession } from './helpers.ts'
import { requireRow, useSessionWithLookups } from './lookups.ts'
import { useFilledSession } from './machinePools/filled.ts'

const getSpokenLabel = ({ item }: Row) => item.accessibilityInformation?.label

describe('What a screen reader says of a row', () => {
  describe('that is pinned', () => {
    const session = useSession()

    it('calls a failure an error', async () => {
      const row = await session.pinRegion(accounts.awsProduction, 'us-east-1')
      session.sandbox.addFault({ path: '/zones', status: 403 })
      await session.run('refresh', row.node)
      const [failure] = await session.rows('zones', row)
      assert.match(
        (failure && getSpokenLabel(failure)) ?? '',
        /^Access denied, data from .+, error, .+ \(403\)/,
      )
    })
  })

  describe('of the Zones view', () => {
    const session = useSessionWithLookups()

    it('includes whether it is pinned, and unusual states', async () => {
      await session.pinRegion(accounts.awsProduction, 'eu-west-1')
      const account = await requireRow(session, 'aws-production')
      assert.equal(getSpokenLabel(account), 'aws-production, aws, pinned')
      assert.equal(getSpokenLabel(await requireRow(session, 'aws-audit')), 'aws-audit, aws')
      assert.equal(
        getSpokenLabel(await requireRow(session, 'gcp-analytics')),
        'gcp-analytics, error, gcp',
      )
      const regions = await session.rows('zones', account)
      const labels = regions.map(getSpokenLabel)
      assert.ok(labels.includes('eu-west-1, pinned'), labels.join('\n'))
      assert.ok(labels.includes('mx-central-1, not opted in'), labels.join('\n'))
    })
  })

  describe('of the Machine Pools view', () => {
    const session = useFilledSession()

    it('includes whether it is pinned, and unusual states', async () => {
      const { provider, uid: configUid } = configs.featurePreviews
      const machinePoolName = 'virtual-pool'
      await session.run('pin', { provider, configUid, machinePoolName })
      const cluster = await session.clusterRow('feature-previews')
      assert.equal(
        getSpokenLabel(cluster),
        'feature-previews, Unknown, 1 pool, pinned, virtual, 1/1 healthy',
      )
      const pool = await session.poolRow(configs.checkout, 'control-plane-pool')
      assert.match(
        getSpokenLabel(pool) ?? '',
        /^control-plane-pool, control plane, 3 nodes, a, b, c, us-east-1, m6i/,
      )
      const [project] = await session.rows('machinePools')
      assert.equal(project && getSpokenLabel(project), 'Production')
    })
  })
})
