import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import type { Message } from '../../fakeVscode/dialogs.ts'
import { configs, type CloudConfig } from '../../sandbox/data.ts'
import { openFile, useTexts } from '../code/files.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const { checkout, reporting } = configs
const code = (cluster: string) => `resource "x_cluster_aws" "a" {
  name = ${cluster}
  machine_pool {
    name = "worker-pool"
  }
}
`

describe('Deletion: what the question tells of the rest of the cluster', () => {
  useTexts()
  const session = useFilledSession()
  const configOf = ({ uid }: CloudConfig) =>
    session.sandbox.data.configs.find((one) => one.uid === uid)!
  const poolOf = (name: string) => configOf(checkout).pools.find((one) => one.name === name)!
  const deleted = () => session.requests('DELETE').map(({ url }) => url)

  /** Asks for a pool, and closes the question. */
  async function ask(machinePoolName: string, of: CloudConfig = checkout): Promise<Message> {
    const { provider, uid: configUid } = of
    const deleting = session.run('deleteMachinePool', { provider, configUid, machinePoolName })
    const modal = await session.dialogs.modal()
    modal.press()
    await deleting
    assert.deepEqual(deleted(), [])
    return modal
  }
  /** The lines between the facts and the consequence. */
  const left = ({ detail }: Message) => detail.split('\n\n').at(-2)?.split('\n') ?? []

  it('is the pools, nodes and vCPUs that stay, and the zones, taints and labels that go', async () => {
    assert.deepEqual(left(await ask('gpu-inference')), [
      'Worker pools left: 1 · not counted, of size 0: 1 · configured nodes: 6–26 · vCPU: 48–368',
      'Zones configured for no other worker pool: us-east-1d',
      'Taints listed for no other pool: nvidia.com/gpu=present:NoSchedule',
      'Labels listed for no other pool: accelerator=nvidia-a10g',
    ])
  })

  it('is no number that is not known', async () => {
    configOf(checkout).hybridPools = { edge: 3 }
    poolOf('batch-spot').azs = []
    const [workers, ...others] = left(await ask('worker-pool'))
    assert.equal(workers, 'Worker pools left: 2 (hybrid: 1) · not counted, of size 0: 1')
    assert.deepEqual(others, [])
  })

  it('is the autoscaler of the pool, and what only the list of clusters tells', async () => {
    Object.assign(configOf(checkout), { repave: 'Pending', virtualClusters: ['previews', 'tests'] })
    await session.run('refreshMachinePools')
    await session.poolRow(checkout, 'batch-spot')
    const lines = left(await ask('batch-spot'))
    assert.deepEqual(lines.slice(2), [
      'Virtual clusters listed on this cluster: previews, tests',
      'A repave is pending, according to the cluster list.',
      'The autoscaler may bring nodes back while the machines are drained.',
    ])
  })

  it('is the other system pools of aks', async () => {
    configOf(reporting).pools[1]!.isSystemNodePool = true
    assert.ok(left(await ask('systempool', reporting)).includes('Other system pools: userpool'))
  })

  it('is a control plane that runs workloads', async () => {
    poolOf('control-plane-pool').useControlPlaneAsWorker = true
    const lines = left(await ask('gpu-inference'))
    assert.equal(lines[1], 'The control plane pool also runs workloads.')
  })

  it('is nothing where the cloud config cannot be read', async () => {
    await session.offer({ cloudConfig: 500 as never })
    assert.doesNotMatch((await ask('gpu-inference')).detail, /left|listed for|used by/)
  })

  it('is told once for several pools together', async () => {
    const rows = await Promise.all(
      ['gpu-inference', 'batch-spot'].map((name) => session.poolRow(checkout, name)),
    )
    const nodes = rows.map(({ node }) => node)
    const deleting = session.run('deleteMachinePool', nodes[0], nodes)
    const modal = await session.dialogs.modal()
    modal.press()
    await deleting
    assert.deepEqual(left(modal), [
      'Worker pools left: 1 · configured nodes: 6 · vCPU: 48',
      'Zones configured for no other worker pool: us-east-1d, us-east-1f',
      'The autoscaler may bring nodes back while the machines are drained.',
      'Taints listed for no other pool: nvidia.com/gpu=present:NoSchedule',
    ])
    // The labels would be in the eighth row.
    assert.deepEqual(modal.buttons, ['Delete 2 Machine Pools…', 'Show Details'])
  })

  it('tells of two pools in code, and how many more have their places in the details', async () => {
    configOf(checkout).pools.push({ ...poolOf('batch-spot'), name: 'extra' })
    const names = ['gpu-inference', 'batch-spot', 'extra']
    const list = names.map((name) => `- name: ${name}\n`).join('')
    await openFile('yaml', `clusterName: checkout-prod\nmachinePools:\n${list}`)
    const rows = await Promise.all(names.map((name) => session.poolRow(checkout, name)))
    const nodes = rows.map(({ node }) => node)
    const deleting = session.run('deleteMachinePool', nodes[0], nodes)
    const modal = await session.dialogs.modal()
    modal.press()
    await deleting
    const [first = '', second = '', more] = left(modal)
    assert.match(first, /^gpu-inference: In \S+\.yaml:3\. /)
    assert.match(second, /^batch-spot: In \S+\.yaml:4\. /)
    assert.equal(more, '… and 1 more')
    assert.deepEqual(modal.buttons, ['Delete 3 Machine Pools…', 'Open File', 'Show Details'])
  })

  it('takes seven rows at most, and offers the details of what is left out', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 20 }, (_, nth) => [`team-${nth}`, 'search']),
    )
    poolOf('worker-pool').additionalLabels = many
    const { buttons, detail } = await ask('worker-pool')
    assert.deepEqual(buttons, ['Delete Machine Pool', 'Show Details'])
    assert.match(detail, /^Labels listed for no other pool: team-0=search, .+, …$/m)
    assert.deepEqual((await ask('batch-spot')).buttons, ['Delete Machine Pool'])
  })

  it('answers no by its other buttons', async () => {
    const document = await openFile('tf', code('"checkout-prod"'))
    const { provider, uid: configUid } = checkout
    const args = { provider, configUid, machinePoolName: 'worker-pool' }
    const deleting = session.run('deleteMachinePool', args)
    const modal = await session.dialogs.modal()
    assert.deepEqual(modal.buttons, ['Delete Machine Pool', 'Open File'])
    modal.press('Open File')
    await deleting
    const editor = vscode.window.activeTextEditor
    assert.equal(editor?.document.uri.toString(), document.uri.toString())
    assert.deepEqual(deleted(), [])
    assert.deepEqual(session.dialogs.unseen, [])
  })

  it('tells of a pool in an open document as one that may be it where two clusters have the name', async () => {
    configOf(reporting).clusterName = configOf(checkout).clusterName
    await session.run('refreshMachinePools')
    await session.poolRow(checkout, 'worker-pool')
    await openFile('tf', code('"checkout-prod"'))
    assert.match(
      (await ask('worker-pool')).detail,
      /^A machine pool with this name is in \S+\.tf:4, /m,
    )
  })

  for (const [what, ending, text, expected] of [
    [
      'a resource of Terraform',
      'tf',
      code('"checkout-prod"'),
      /^In \S+\.tf:4\. Terraform creates the pool again on the next apply\.$/m,
    ],
    [
      'a resource of OpenTofu',
      'tofu',
      code('"checkout-prod"'),
      /^In \S+\.tofu:4\. OpenTofu creates the pool again on the next apply\.$/m,
    ],
    [
      'a file of Kubernetes',
      'yaml',
      'clusterName: checkout-prod\nmachinePools:\n- name: worker-pool\n',
      /^In \S+\.yaml:3\. Applying this file may create the pool again\.$/m,
    ],
    [
      'a pool whose cluster is a variable',
      'tf',
      code('var.cluster'),
      /^A machine pool with this name is in \S+\.tf:4, in a cluster that isn’t known\.$/m,
    ],
    ...['count = 0', 'for_each = var.all', 'lifecycle {\n ignore_changes = [machine_pool]\n}'].map(
      (line) =>
        [
          `a resource with ${line.replaceAll('\n', '')}`,
          'tf',
          code('"checkout-prod"').replace(/\}\s*$/, `${line}\n}`),
          /^In \S+\.tf:4\. Applying this file may create the pool again\.$/m,
        ] as const,
    ),
    [
      'a resource that ignores changes of something else',
      'tf',
      code('"checkout-prod"').replace(/\}\s*$/, 'lifecycle {\n ignore_changes = [tags]\n}\n}'),
      /^In \S+\.tf:4\. Terraform creates the pool again on the next apply\.$/m,
    ],
    ['nothing of another cluster', 'tf', code('"billing-prod"'), undefined],
    [
      'no data source, which creates nothing,',
      'tf',
      code('"checkout-prod"').replace('resource', 'data'),
      undefined,
    ],
    [
      'no data source in JSON',
      'tf.json',
      '{"data": {"x_cluster_aws": {"a": {"name": "checkout-prod", "machine_pool": [{"name": "worker-pool"}]}}}}',
      undefined,
    ],
    [
      'a file with data that is no data source',
      'yaml',
      'data:\n  clusterName: checkout-prod\n  machinePools:\n  - name: worker-pool\n',
      /^In \S+\.yaml:4\. Applying this file may create the pool again\.$/m,
    ],
  ] as const) {
    it(`tells of ${what} in an open document`, async () => {
      await openFile(ending, text)
      const { detail, buttons } = await ask('worker-pool')
      if (expected) assert.match(detail, expected)
      else assert.doesNotMatch(detail, /^In |^A machine pool with this name is in /m)
      assert.equal(buttons.includes('Open File'), expected !== undefined)
    })
  }
})
