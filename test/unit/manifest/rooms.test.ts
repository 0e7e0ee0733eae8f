import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../host/paths.ts'
import { imports, sources, type Import } from './imports.ts'
import { doors, makers, oneOfEach, rooms, type Room } from './rooms.ts'

/** The room that a file is in: the innermost. */
function roomOf(file: string): Room {
  const own = rooms.filter(({ path }) => file === path || file.startsWith(`${path}/`))
  const [room] = own.sort((a, b) => b.path.length - a.path.length)
  return room ?? assert.fail(`${file} is in no room`)
}

/** Whether a file is logic alone. */
function isPlain(file: string): boolean {
  const { path, plain = [] } = roomOf(file)
  return plain === 'all' || plain.some((name) => file === `${path}/${name}`)
}

const inside = imports.filter(({ target }) => sources.has(target))
const told = ({ from, target, values }: Import) =>
  `${from} → ${target}${values.length > 0 ? ` (${values.join(', ')})` : ', types'}`

/** The ways along arrows that come back to where they began. */
function circlesIn(arrows: readonly (readonly [string, string])[]): string[] {
  const next = Map.groupBy(arrows, ([from]) => from)
  const circles: string[] = []
  const done = new Set<string>()
  const walk = (at: string, way: readonly string[]) => {
    if (way.includes(at)) circles.push([...way.slice(way.indexOf(at)), at].join(' → '))
    if (done.has(at) || way.includes(at)) return
    for (const [, to] of next.get(at) ?? []) walk(to, [...way, at])
    done.add(at)
  }
  for (const from of next.keys()) walk(from, [])
  return circles
}

describe('Manifest: the rooms of src', () => {
  it('have every file', () => {
    assert.ok(sources.size > 200)
    for (const file of sources.keys()) roomOf(file)
  })

  it('are read whole: as many imports as there are lines that begin or end one', () => {
    const count = [...sources.values()].join('\n').match(/^(import|export) .* from '|^\} from '/gm)
    assert.equal(imports.filter(({ values }) => values[0] !== '*').length > 1_000, true)
    const dynamic = [...sources.values()].join('\n').match(/\bimport\('/g)
    assert.equal(imports.length, (count?.length ?? 0) + (dynamic?.length ?? 0))
  })

  it('use each other as the table says', () => {
    const wrong = inside.filter(({ from, target, values }) => {
      const [user, used] = [roomOf(from), roomOf(target)]
      if (user === used || user.uses === 'all' || user.uses.includes(used.path)) return false
      return values.length > 0 || user.types?.includes(used.path) !== true
    })
    assert.deepEqual(wrong.map(told), [])
  })

  it('import no tests, and nothing that is not there', () => {
    const ours = imports.filter(({ target }) => /^(\.|\/|src\/|test\/)/.test(target))
    assert.deepEqual(ours.filter(({ target }) => !sources.has(target)).map(told), [])
  })

  it('run without VS Code where they are logic alone, and use nothing that does not', () => {
    const wrong = imports.filter(({ from, target, values }) => {
      if (!isPlain(from) || values.length === 0) return false
      return target === 'vscode' || (sources.has(target) && !isPlain(target))
    })
    assert.deepEqual(wrong.map(told), [])
  })

  it('keep the doors that are kept', () => {
    const wrong = doors.flatMap(({ paths, values: open, barred = [] }) =>
      inside.filter(({ from, target, values }) => {
        const user = roomOf(from)
        if (!paths.includes(target) || user === roomOf(target)) return false
        return (
          barred.some((path) => path === user.path || path === from) ||
          (values.length > 0 && !open.includes(user.path))
        )
      }),
    )
    assert.deepEqual(wrong.map(told), [])
  })

  it('leave it to one place to make what there is one of', () => {
    const classes = new Map(
      [...sources].map(([file, text]) => [
        file,
        [...text.matchAll(/^export class (\w+)/gm)].map(([, name = '']) => name),
      ]),
    )
    const wrong = inside.filter(({ from, target, values }) => {
      const isOne = oneOfEach.includes(roomOf(target).path) && roomOf(from) !== roomOf(target)
      const made = values.filter((name) => classes.get(target)?.includes(name))
      return isOne && !makers.includes(from) && made.length > 0
    })
    assert.deepEqual(wrong.map(told), [])
    assert.ok([...classes.values()].flat().length > 20)
  })

  it('go round in no circle, not even by types', () => {
    const files = inside.filter(({ from, target }) => from !== target)
    assert.deepEqual(circlesIn(files.map(({ from, target }) => [from, target])), [])
    const arrows = rooms.flatMap(({ path, uses, types = [] }) =>
      uses === 'all' ? [] : [...uses, ...types].map((used) => [path, used] as const),
    )
    assert.deepEqual(circlesIn(arrows), [])
  })

  it('are named with rules of which each has something to hold', () => {
    const paths = [
      ...rooms.flatMap(({ path, uses, types = [], plain = [] }) => [
        path,
        ...(plain === 'all' ? [] : plain.map((name) => `${path}/${name}`)),
        ...types,
        ...(uses === 'all' ? [] : uses),
      ]),
      ...doors.flatMap((door) => [...door.paths, ...door.values, ...(door.barred ?? [])]),
      ...oneOfEach,
      ...makers,
    ]
    assert.deepEqual(
      paths.filter((path) => !existsSync(join(root, path))),
      [],
    )
    const isUsed = (user: string, used: string, isValue: boolean) =>
      inside.some(
        ({ from, target, values }) =>
          roomOf(from).path === user &&
          roomOf(target).path === used &&
          values.length > 0 === isValue,
      )
    const idle = rooms.flatMap(({ path, uses, types = [] }) =>
      [
        ...(uses === 'all' ? [] : uses).filter((used) => !isUsed(path, used, true)),
        ...types.filter((used) => isUsed(path, used, true) || !isUsed(path, used, false)),
      ].map((used) => `${path} → ${used}`),
    )
    assert.deepEqual(idle, [])
  })
})
