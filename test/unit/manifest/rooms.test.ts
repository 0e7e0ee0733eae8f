import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import { root } from '../../host/paths.ts'
import { doors, rooms, withoutVSCode } from './rooms.ts'

interface Import {
  from: string
  /** A path from the top of the repository, or the name of a package. */
  target: string
  isType: boolean
}

const files = globSync('src/**/*.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'))
const imports = files.flatMap((from): Import[] => {
  const text = readFileSync(join(root, from), 'utf8')
  // The formatter has all imports look alike.
  const found = text.matchAll(
    /^(?:import|export) (type )?(?:[^']*? from )?'([^']+)'|(typeof )?\bimport\('([^']+)'\)/gm,
  )
  return [...found].map(([, type, id, typeOf, later]) => {
    const name = id ?? later ?? ''
    const target = name.startsWith('.') ? normalize(join(dirname(from), name)) : name
    return { from, target, isType: (type ?? typeOf) !== undefined }
  })
})

const isIn = (file: string, room: string) => file === room || file.startsWith(`${room}/`)
/** Where the innermost room of a file stands in the order. */
function placeOf(file: string): number {
  const own = rooms.filter((room) => isIn(file, room)).sort((a, b) => b.length - a.length)
  assert.ok(own[0], `${file} is in no room`)
  return rooms.indexOf(own[0])
}
const told = ({ from, target }: Import) => `${from} → ${target}`
const inside = imports.filter(({ target }) => target.startsWith('src/'))

describe('Manifest: the rooms of src', () => {
  it('import nothing from above, not even a type', () => {
    assert.ok(files.length > 150 && inside.length > 500)
    const wrong = inside.filter(({ from, target }) => placeOf(target) > placeOf(from))
    assert.deepEqual(wrong.map(told), [])
  })

  it('run without VS Code where they need none', () => {
    const wrong = imports.filter(
      ({ from, target }) =>
        withoutVSCode.some((room) => isIn(from, room)) &&
        (target === 'vscode' || (inside.some((one) => one.target === target) && !isPlain(target))),
    )
    assert.deepEqual(wrong.map(told), [])
  })

  it('have one way to a service, and one to a deletion', () => {
    for (const door of Object.keys(doors)) assert.ok(files.includes(door), door)
    const wrong = inside.filter(
      ({ from, target, isType }) => !isType && doors[target]?.every((room) => !isIn(from, room)),
    )
    assert.deepEqual(wrong.map(told), [])
  })
})

function isPlain(file: string): boolean {
  return ['src/contributions.ts', ...withoutVSCode].some((room) => isIn(file, room))
}
