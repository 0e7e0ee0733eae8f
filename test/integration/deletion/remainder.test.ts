import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import type { Message } from '../../fakeVscode/dialogs.ts'
import { configs, type CloudConfig } from '../../sandbox/data.ts'
import { testClock } from '../../clock.ts'
import { call } from '../agents/calling.ts'
import { openFile, useTextFiles } from '../codeFiles.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { failDeletion } from './pools.ts'

const { checkout, reporting } = configs
const code = (cluster: string) => `resource "x_cluster_aws" "a" {
  name = ${cluster}
  machine_pool {
    name = "worker-pool"
  }
}
`

describe('Deletion: What the dialog says about the rest of the cluster', () => {
  useTextFiles()
  const session = useFilledSession()
  const requireConfig = ({ uid }: CloudConfig) =>
    session.sandbox.data.configs.find((config) => config.uid === uid)!
  const requirePool = (name: string) =>
    requireConfig(checkout).pools.find((pool) => pool.name === name)!
  const deleted = () => session.requests('DELETE').map(({ url }) => url)

  const { provider, uid: configUid } = checkout
  const ask = (machinePoolName: string) =>
    session.readDeletionQuestion({ provider, configUid, machinePoolName })
  /** The lines on what is lost. */
  const lost = ({ detail }: Message) => detail.split('\n\n').at(-1)?.split('\n') ?? []

  const end = 'The nodes will be drained and removed. This can’t be undone.'

  it('is what no other pool has, without ranges, UIDs, the host, or line breaks in zones', async () => {
    const zone = 'us\u2011east\u20111d'
    const { detail } = await ask('gpu-inference')
    assert.deepEqual(detail.split('\n\n'), [
      `Nodes: 2 · g5.2xlarge · ${zone}\nProject: Production\nConnection: ${session.name}`,
      [
        `Lost with this pool: worker nodes in ${zone}, taint nvidia.com/gpu=present:NoSchedule, label accelerator=nvidia-a10g`,
        end,
      ].join('\n'),
    ])
  })

  it('has no nodes in a zone where the pool has none', async () => {
    Object.assign(requirePool('gpu-inference'), { azs: ['us-east-1d', 'us-east-1e'], size: 1 })
    const [line] = lost(await ask('gpu-inference'))
    assert.match(line ?? '', /^Lost with this pool: worker nodes in us.east.1d, taint /)
  })

  it('is nothing that only the last pool could have', async () => {
    requireConfig(checkout).pools = [
      requirePool('control-plane-pool'),
      requirePool('gpu-inference'),
    ]
    assert.deepEqual(lost(await ask('gpu-inference')), [end])
  })

  it('is what the last pool with nodes has, and a remaining empty pool hasn’t', async () => {
    requirePool('batch-spot').size = 0
    const names = ['control-plane-pool', 'gpu-inference', 'batch-spot']
    requireConfig(checkout).pools = names.map(requirePool)
    const { detail } = await ask('gpu-inference')
    assert.match(detail, /^This may be the cluster’s last worker pool with nodes\. /m)
    assert.match(detail, /^Lost with this pool: .*label accelerator=nvidia-a10g/m)
  })

  it('may be the last worker nodes, without a pool that the service still lists after its deletion was requested', async () => {
    const names = ['control-plane-pool', 'gpu-inference', 'worker-pool']
    requireConfig(checkout).pools = names.map(requirePool)
    await failDeletion(session, await session.poolRow(checkout, 'gpu-inference'), { status: 500 })
    const { detail } = await ask('worker-pool')
    assert.match(
      detail,
      /^Without the other pools whose deletion was requested, this is the cluster’s last worker pool with nodes\.\nDeletion was also requested for other pools of this cluster: gpu-inference$/m,
    )
  })

  it('may be the last system nodes of AKS, without a pool that the service still lists after its deletion was requested', async () => {
    const { pools } = requireConfig(reporting)
    const [systemPool] = pools
    pools.push({ ...systemPool!, name: 'systempool2' })
    await failDeletion(session, await session.poolRow(reporting, 'systempool2'), { status: 500 })
    const target = { provider: reporting.provider, configUid: reporting.uid }
    const question = { ...target, machinePoolName: 'systempool' }
    const { detail } = await session.readDeletionQuestion(question)
    assert.match(detail, /^This may be the cluster’s last system pool with nodes\./m)
  })

  it('must be confirmed again if the cluster loses more by then', async () => {
    requirePool('batch-spot').azs = ['us-east-1d']
    const target = { provider, configUid, machinePoolName: 'gpu-inference' }
    const deleting = session.run('deleteMachinePool', target)
    const first = await session.dialogs.modal()
    assert.doesNotMatch(first.detail, /worker nodes in us.east.1d/)
    requirePool('batch-spot').azs = ['us-east-1a']
    testClock.putForward(1)
    first.press('Delete Machine Pool')
    const second = await session.dialogs.modal()
    assert.match(
      second.detail,
      /^The details changed .*\n• Now also lost: worker nodes in us.east.1d/m,
    )
    assert.equal(second.detail.match(/Lost with this pool/g)?.length, 1)
    second.press()
    await deleting
    assert.deepEqual(deleted(), [])
  })

  it('begins with what the list of clusters tells of a risk, and has nothing of it where that could not be loaded again', async () => {
    Object.assign(requireConfig(checkout), { virtualClusters: ['previews'] })
    await session.run('refreshMachinePools')
    await session.poolRow(checkout, 'batch-spot')
    const risk = /^Virtual clusters on this cluster: previews\n\n/
    assert.match((await ask('batch-spot')).detail, risk)
    session.sandbox.addFault({ path: '/spectroclusters/search', status: 500, times: null })
    await session.run('refreshMachinePools')
    await session.poolRow(checkout, 'batch-spot') // as it was before
    const { detail } = await ask('batch-spot')
    assert.match(detail, /^Project: Production$/m)
    assert.doesNotMatch(detail, /previews/)
    const pool = { connection: session.name, provider, configUid, machinePoolName: 'batch-spot' }
    const { remainder } = await call('preview_deletion', pool)
    const left = Object.keys(remainder as object)
    assert.ok(left.includes('pools'))
    assert.ok(!left.includes('virtualClusters'))
  })

  it('deletes nothing after its other buttons', async () => {
    const document = await openFile('tf', code('"checkout-prod"'))
    const args = { provider, configUid, machinePoolName: 'worker-pool' }
    const deleting = session.run('deleteMachinePool', args)
    const modal = await session.dialogs.modal()
    assert.deepEqual(modal.buttons, ['Show Details', 'Delete Machine Pool', 'Open File'])
    modal.press('Open File')
    await deleting
    const editor = vscode.window.activeTextEditor
    assert.equal(editor?.document.uri.toString(), document.uri.toString())
    assert.deepEqual(deleted(), [])
    assert.deepEqual((await session.dialogs.message()).buttons, ['Delete Machine Pool…'])
  })

  it('tells of a pool in an open document as one that may be it where two clusters have the name', async () => {
    requireConfig(reporting).clusterName = requireConfig(checkout).clusterName
    await session.run('refreshMachinePools')
    await session.poolRow(checkout, 'worker-pool')
    await openFile('tf', code('"checkout-prod"'))
    const { text, detail } = await ask('worker-pool')
    assert.match(detail, /^\S+\.tf:4 defines a machine pool with this name, /m)
    // What is typed then is the UID, which both tell apart.
    assert.ok(text.endsWith(` of cloud config “checkout-prod (${checkout.uid})”?`), text)
  })

  it('tells of a file of Kubernetes that may create it again', async () => {
    const head =
      'apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata:\n  name: checkout-prod\n'
    await openFile('yaml', `${head}managedNodeGroups:\n- name: worker-pool\n`)
    const { detail } = await ask('worker-pool')
    assert.match(detail, /^Applying this file may create this pool again: \S+\.yaml:6$/m)
  })
})
