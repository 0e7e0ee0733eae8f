import assert from 'node:assert/strict'
import type { MachinePool } from '../../../src/api/poolSchemas.ts'
import { findRemainder } from '../../../src/deletion/remainder.ts'
import { autoscalingBounds } from '../../../src/model/poolFacts.ts'
import { cloudConfigBody } from '../../bodies.ts'
import { useSandbox } from '../useSandbox.ts'
import { config, lookupsOf } from './helpers.ts'

// The service is written in Go, and leaves out a zero, `false`, and what has a published default (docs/responses.md).

const controlPlane = { name: 'masters', isControlPlane: true, size: 3 }

describe('Lookups: What a cloud config leaves out', () => {
  const sandbox = useSandbox()
  const read = async (pools: object[], provider = 'aws') => {
    sandbox.addFault({ body: cloudConfigBody([controlPlane, ...pools]) })
    return lookupsOf(sandbox).cloudConfig({ ...config, provider })
  }
  const readPool = async (pool: object, provider?: string): Promise<MachinePool> => {
    const { pools } = await read([{ name: 'worker', ...pool }], provider)
    return pools.find(({ name }) => name === 'worker') ?? assert.fail()
  }

  it('is a size of zero where another pool has a size', async () => {
    const { size } = await readPool({})
    assert.equal(size, 0)
  })

  it('is a minimum of zero beside a maximum', async () => {
    const { minSize } = await readPool({ size: 3, maxSize: 5 })
    assert.equal(minSize, 0)
  })

  it('is a range from zero where only the maximum is there', async () => {
    assert.deepEqual(autoscalingBounds(await readPool({ maxSize: 5 })), { min: 0, max: 5 })
  })

  const defaults: [
    provider: string,
    field: 'os' | 'architecture' | 'capacityType',
    value: string,
  ][] = [
    ['aws', 'capacityType', 'on-demand'],
    ['eks', 'capacityType', 'on-demand'],
    ['aws', 'architecture', 'amd64'],
    ['gcp', 'architecture', 'amd64'],
    ['azure', 'architecture', 'amd64'],
    ['azure', 'os', 'linux'],
    ['aks', 'os', 'linux'],
  ]
  for (const [provider, field, value] of defaults) {
    it(`is the published default of ${field}: ${value} on ${provider}`, async () => {
      assert.equal((await readPool({ size: 2 }, provider))[field], value)
    })
  }

  /** Returns what a cluster loses with its pool `arm`. */
  const readLosses = async (...pools: object[]) =>
    findRemainder({ provider: 'aws', machinePoolName: 'arm' }, await read(pools), new Set()).losses
  const arm = {
    name: 'arm',
    isControlPlane: false,
    size: 3,
    azs: ['us-east-1a'],
    capacityType: 'spot',
    machinePoolProperties: { archType: 'arm64' },
  }

  it('is no node that a pool without a size keeps', async () => {
    const idle = { ...arm, name: 'idle', size: undefined }
    const other = {
      name: 'other',
      size: 2,
      azs: ['us-east-1b'],
      machinePoolProperties: { archType: 'amd64' },
    }
    const { zones, architecture } = await readLosses(arm, idle, other)
    assert.deepEqual([zones, architecture], [['us-east-1a'], ['arm64']])
  })

  it('is what the cluster keeps where it loses another architecture and capacity', async () => {
    const plain = { name: 'plain', size: 2, azs: ['us-east-1b'] }
    const { architecture, capacityType } = await readLosses(arm, plain)
    assert.deepEqual([architecture, capacityType], [['arm64'], ['spot']])
  })
})
