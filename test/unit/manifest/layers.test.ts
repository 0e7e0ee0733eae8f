import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../host/paths.ts'
import { files, measureHeight, inside, isIn } from './imports.ts'
import { allowedImporters } from './layers.ts'

const arrow = ({ from, target }: { from: string; target: string }) => `${from} → ${target}`

describe('Manifest: The layers of src', () => {
  it('import nothing from above, not even a type', () => {
    assert.ok(files.length > 150 && inside.length > 500)
    const wrong = inside.filter(({ from, target }) => measureHeight(target) > measureHeight(from))
    assert.deepEqual(wrong.map(arrow), [])
  })

  it('start no program, terminal, task, or debugger', () => {
    const starts = /child_process|worker_threads|node:vm|createTerminal|executeTask|startDebugging/
    const starting = files.filter((file) => starts.test(readFileSync(join(root, file), 'utf8')))
    assert.deepEqual(starting, [])
  })

  it('have one way to a service, and one to a deletion', () => {
    for (const file of Object.keys(allowedImporters)) assert.ok(files.includes(file), file)
    const wrong = inside.filter(({ from, target, isType }) => {
      const allowed = allowedImporters[target]
      return allowed && !isType && !allowed.some((layer) => isIn(from, layer))
    })
    assert.deepEqual(wrong.map(arrow), [])
    // Every client can delete, but only this file asks one to.
    const deleting = files.filter((file) =>
      /\.deleteMachinePool\(/.test(readFileSync(join(root, file), 'utf8')),
    )
    assert.deepEqual(deleting, ['src/deletion/requestDeletion.ts'])
  })
})
