import assert from 'node:assert/strict'
import type { Inspection } from '../../../src/deletion/inspection.ts'
import { mustBeTyped } from '../../../src/deletion/guard.ts'
import { cloudConfigBody } from '../../bodies.ts'
import { config, lookupsOf } from '../lookups/helpers.ts'
import { useSandbox } from '../useSandbox.ts'
import { inspect } from './inspections.ts'

const controlPlane = { name: 'masters', isControlPlane: true, size: 3 }
const worker = { name: 'worker', isControlPlane: false, size: 2 }

describe('Deletion: The inspection of a cloud config with a field that can’t be read', () => {
  const sandbox = useSandbox()

  /** Inspects the pool `chosen` of a cloud config as the service sends it. */
  async function inspectChosen(
    pools: unknown,
    spec: object = {},
    provider = 'aws',
  ): Promise<Inspection> {
    sandbox.addFault({ path: '/cloudconfigs/', body: cloudConfigBody(pools, spec) })
    const read = await lookupsOf(sandbox).cloudConfig({ ...config, provider })
    return inspect('chosen', { configResult: { kind: 'answered', config: read } }, { provider })
  }

  for (const value of ['true', 'yes', 1, {}, []]) {
    const text = JSON.stringify(value)

    it(`takes a pool for a possible control plane: ${text}`, async () => {
      const chosen = { name: 'chosen', isControlPlane: value, size: 3 }
      const { dangers } = await inspectChosen([controlPlane, chosen, worker])
      assert.ok(mustBeTyped(dangers), String(dangers))
    })

    it(`takes no such pool for a worker that stays: ${text}`, async () => {
      const chosen = { ...worker, name: 'chosen' }
      const { dangers } = await inspectChosen([
        controlPlane,
        chosen,
        { ...worker, isControlPlane: value },
      ])
      assert.ok(mustBeTyped(dangers), String(dangers))
    })

    it(`takes a pool of AKS for the possible last system pool: ${text}`, async () => {
      const chosen = { ...worker, name: 'chosen', isSystemNodePool: value }
      const { dangers } = await inspectChosen([chosen, worker], {}, 'aks')
      assert.ok(mustBeTyped(dangers), String(dangers))
    })
  }

  it('knows nothing of labels that only a pool has beside a hybrid pool without a name', async () => {
    const chosen = { ...worker, name: 'chosen', additionalLabels: { disk: 'fast' } }
    const spec = { hybridMachinePools: [{ poolCloudType: 'edge-native' }] }
    const { lookup } = await inspectChosen([controlPlane, chosen, worker], spec)
    assert.ok(lookup.kind === 'listed')
    assert.equal(lookup.remainder.losses.labels, undefined)
  })

  it('knows nothing of labels that only a pool has if there are too many to be read', async () => {
    const lostLabels = async (count: number) => {
      const labels = Array.from({ length: count }, (_, index) => [`label-${index}`, 'a'])
      const chosen = { ...worker, name: 'chosen', additionalLabels: Object.fromEntries(labels) }
      const { lookup } = await inspectChosen([controlPlane, chosen, worker])
      assert.ok(lookup.kind === 'listed')
      return lookup.remainder.losses.labels?.length
    }
    assert.equal(await lostLabels(2_000), 2_000)
    assert.equal(await lostLabels(2_001), undefined)
  })
})
