import assert from 'node:assert/strict'
import type { Audit } from '../../../src/api/lookups.ts'
import { deletionIn } from '../../../src/inventory/deletionAudits.ts'

const since = Date.UTC(2026, 0, 1)
const subject = { clusterUid: 'c1', machinePoolName: 'worker', since }

/** An entry of the audit log that is unmistakable but for what is given. */
function audit(messages: string[], more: Partial<Audit> = {}): Audit {
  const at = new Date(since + 1000).toISOString()
  return { uid: 'a1', at, words: '', action: 'delete', messages, resourceUid: 'c1', ...more }
}
const found = (message: string, machinePoolName = 'worker') =>
  deletionIn(audit([message]), { ...subject, machinePoolName })?.message

describe('Inventory: Audits: the deletion of a machine pool', () => {
  for (const message of [
    'Deleted machine pool worker',
    'Deleted machine pool worker.',
    'Deleted machine pool worker of cluster checkout-prod',
    'deleted node pool: worker',
    'Machine pool "worker" was deleted',
    'Machine pool “worker” of cluster “worker-gpu” has been removed by Robin',
    "User robin removed machinepool 'worker', cluster checkout",
  ]) {
    it(`is told by: ${message}`, () => assert.equal(found(message), message))
  }

  for (const message of [
    // another pool, of whose name it is a part
    'Deleted machine pool worker-gpu',
    'Deleted machine pool worker.gpu',
    'Deleted machine pool worker_2 of cluster worker',
    'Deleted machine pool worker nightly',
    'Deleted machine pool "worker nightly"',
    'Deleted machine pool worker/blue',
    'Deleted machine pool my-worker',
    'Deleted machine pool Worker',
    'Deleted machine pools worker, other',
    // something else of that name
    'Deleted cluster worker',
    'Deleted machine worker of machine pool gpu',
    'Updated machine pool gpu: deleted label worker',
    // something of the pool
    'Deleted machine n1 from machine pool worker',
    "Node 'n1' removed from machine pool 'worker'",
    'Machine n1 of machine pool worker was deleted',
    "Machine pool 'worker' taint deleted",
    "Removed machine pool 'worker' labels",
    'Removed machine pool worker from autoscaling',
    'Machine pool worker was removed from autoscaling',
    'Machine pool worker in cluster c has node n1 deleted',
    // nothing was deleted
    'Machine pool worker',
    'Failed: deleted machine pool worker',
    'Machine pool worker was not deleted',
    'Machine pool “worker” couldn’t be deleted',
    "Machine pool 'worker' wasn't deleted",
    'Machine pool worker deleted, then restored',
    'Machine pool worker will be deleted',
    'Delete machine pool worker',
    'Requested that machine pool worker be deleted',
    'Denied: machine pool worker deleted',
    'Deleted machine pool worker: blocked by a policy',
    'Machine pool worker was deleted, then rolled back',
    'Deleted machine pool worker (dry run)',
    '',
  ]) {
    it(`is not told by: ${message}`, () => assert.equal(found(message), undefined))
  }

  it('is of a pool whose name is an ordinary word, or has doubt in it', () => {
    assert.equal(found('Machine pool deleted', 'deleted'), undefined)
    assert.equal(found('Machine pool was deleted', 'was'), undefined)
    assert.equal(found('Machine pool n was not deleted', 'n'), undefined)
    assert.equal(found('Machine pool not was not deleted', 'not'), undefined)
    assert.equal(found('Deleted machine pool in cluster a', 'in'), undefined)
    assert.equal(
      found('Deleted machine pool “deleted”', 'deleted'),
      'Deleted machine pool “deleted”',
    )
    assert.ok(found('Deleted machine pool no-gpu of cluster c', 'no-gpu'))
    assert.ok(found('Deleted machine pool (a|b)+$ of cluster c', '(a|b)+$'))
  })

  it('is in this cluster, an action that deletes, and in none of the sentences in doubt', () => {
    const message = 'Deleted machine pool worker'
    const is = (more: Partial<Audit>, messages = [message]) =>
      deletionIn(audit(messages, more), subject) !== undefined
    assert.ok(is({}))
    assert.ok(!is({ resourceUid: 'c2' }))
    assert.ok(!is({ resourceUid: undefined }))
    assert.ok(!is({ action: 'update' }))
    assert.ok(!is({ action: undefined }))
    assert.ok(!is({}, [message, 'error']))
    assert.ok(is({}, ['delete', message]))
  })

  it('is not before the request, and at a time that is told', () => {
    const is = (at: string | undefined) =>
      deletionIn(audit(['Deleted machine pool worker'], { at }), subject) !== undefined
    assert.ok(is(new Date(since).toISOString()))
    for (const at of [new Date(since - 1).toISOString(), undefined, 'yesterday']) {
      assert.ok(!is(at), at)
    }
  })
})
