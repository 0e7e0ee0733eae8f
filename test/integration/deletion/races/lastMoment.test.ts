import { strict as assert } from 'node:assert'
import { settingIds } from '../../../../src/contributions.ts'
import { testClock } from '../../../clock.ts'
import { configs } from '../../../sandbox/data.ts'
import { until } from '../../../until.ts'
import { pool, textsOf, useWindows } from './windows.ts'

describe('Deletion: What changes while the record of a deletion is written', () => {
  const w = useWindows()

  /** Confirms a deletion, and runs `change` with the first write, or with each; returns what was told. */
  async function deleteWhile(change: () => void, isEach = false): Promise<string> {
    const { run, modal } = await w.ask()
    let isDone = false
    w.machine.files.onWrite = () => {
      if (isDone || w.deletions().length > 0) return
      isDone = !isEach
      change()
    }
    modal.press('Delete Machine Pool')
    await run.end
    return textsOf(run).join('\n')
  }

  function setConnections(change: (home: object) => object[]): void {
    w.machine.set(settingIds.connections, change(w.machine.connections[0] ?? assert.fail()))
  }

  for (const [what, change, told] of [
    [
      'read-only',
      (home: object) => [{ ...home, protection: 'readOnly' }],
      /^Machine pool not deleted: .+ because connection “home” is read-only\./,
    ],
    ['removed', () => [], /^Machine pool not deleted: .+ was changed or removed in the meantime/],
  ] as const) {
    it(`sends nothing over a connection that is ${what} by then`, async () => {
      const texts = await deleteWhile(() => setConnections((home) => change(home)))
      assert.deepEqual([w.deletions(), w.isMarked()], [[], false])
      assert.match(texts, told)
    })
  }

  it('is why nothing is sent, though the record can’t be deleted any more, which is told', async () => {
    const { run, modal } = await w.ask()
    w.machine.files.onWrite = () => {
      setConnections((home) => [{ ...home, protection: 'readOnly' }])
      w.machine.files.onWrite = () => {
        throw new Error('No space left on device')
      }
    }
    modal.press('Delete Machine Pool')
    await run.end
    const [why, left = ''] = textsOf(run)
    assert.match(
      why ?? '',
      /^Machine pool not deleted: .+ because connection “home” is read-only\./,
    )
    assert.match(left, /^Couldn’t save the outcome of the deletion of “gpu-inference”\./)
    assert.deepEqual(w.deletions(), [])
  })

  it('is looked at once more where writing took long', async () => {
    const texts = await deleteWhile(() => {
      testClock.putForward(1)
      const { pools } = w.service.data.configs.find(({ uid }) => uid === configs.checkout.uid)!
      for (const one of pools) if (one.name !== pool.machinePoolName) one.isControlPlane = true
    })
    assert.deepEqual([w.deletions(), w.isMarked()], [[], false])
    assert.match(texts, /^Machine pool not deleted: .+ The cluster changed after you confirmed\./)
  })

  it('is sent where another look tells no more', async () => {
    assert.match(await deleteWhile(() => testClock.putForward(1)), /^Deleting machine pool, /)
    assert.equal(w.deletions().length, 1)
  })

  it('is not sent where writing always takes long, which is said', async () => {
    const texts = await deleteWhile(() => testClock.putForward(1), true)
    assert.deepEqual([w.deletions(), w.isMarked()], [[], false])
    assert.match(texts, /^Machine pool not deleted: .+ saving the deletion timed out\./)
  })
})

describe('Deletion: A computer whose storage hangs', () => {
  const w = useWindows()

  it('shows that files are waited for, until Cancel', async () => {
    const { files } = w.window as unknown as { files: Record<string, unknown> }
    const { readDirectory } = files as { readDirectory: (...args: unknown[]) => Promise<unknown> }
    const gate = Promise.withResolvers<void>()
    files['readDirectory'] = async (...args: unknown[]) => {
      await gate.promise
      return readDirectory(...args)
    }
    await isCancelled()
    gate.resolve()
    await w.delete()
    assert.equal(w.deletions().length, 1)
  })

  it('shows that secret storage is waited for, until Cancel, and asks the next time', async () => {
    const { secrets } = w.machine
    const of = secrets.of.bind(secrets)
    let gate: Promise<void> | undefined
    secrets.of = (changed) => {
      const storage = of(changed)
      const get = async (key: string) => {
        await gate
        return storage.get(key)
      }
      return { ...storage, get }
    }
    w.window = w.window.reload()
    await w.rowsOf(pool.configUid)
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    await isCancelled()
    gate = undefined
    await w.delete()
    resolve()
    assert.equal(w.deletions().length, 1)
  })

  async function isCancelled(): Promise<void> {
    const run = w.window.start('deleteMachinePool', pool)
    await until('Cancel', () => run.dialogs.isCancellable)
    run.dialogs.cancel()
    await run.end
    assert.deepEqual([textsOf(run), w.deletions()], [[], []])
  }
})
