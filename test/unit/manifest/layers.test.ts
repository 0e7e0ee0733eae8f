import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../host/paths.ts'
import { files, inside, isIn, placeOf } from './imports.ts'
import { doors } from './layers.ts'

const told = ({ from, target }: { from: string; target: string }) => `${from} → ${target}`

describe('Manifest: the layers of src', () => {
  it('import nothing from above, not even a type', () => {
    assert.ok(files.length > 150 && inside.length > 500)
    const wrong = inside.filter(({ from, target }) => placeOf(target) > placeOf(from))
    assert.deepEqual(wrong.map(told), [])
  })

  it('have one way to a service, and one to a deletion', () => {
    for (const door of Object.keys(doors)) assert.ok(files.includes(door), door)
    const wrong = inside.filter(
      ({ from, target, isType }) => !isType && doors[target]?.every((room) => !isIn(from, room)),
    )
    assert.deepEqual(wrong.map(told), [])
    // Every service can delete; this file alone asks it to.
    const deleting = files.filter((file) =>
      /\.deleteMachinePool\(/.test(readFileSync(join(root, file), 'utf8')),
    )
    assert.deepEqual(deleting, ['src/deletion/requestDeletion.ts'])
  })
})
