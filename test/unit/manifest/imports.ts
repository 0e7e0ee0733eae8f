import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import { root } from '../../host/paths.ts'
import { layers } from './layers.ts'

interface Import {
  from: string
  /** A path from the top of the repository, or the name of a package. */
  target: string
  isType: boolean
}

/** The sources. */
export const files = globSync('src/**/*.ts', { cwd: root }).map((file) =>
  file.replaceAll('\\', '/'),
)

/** What they import. */
export const imports = files.flatMap((from): Import[] => {
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

/** What they import of each other. */
export const inside = imports.filter(({ target }) => target.startsWith('src/'))

export const isIn = (file: string, layer: string) => file === layer || file.startsWith(`${layer}/`)

/** Where the innermost layer of a file stands in the order. */
export function placeOf(file: string): number {
  const own = layers.filter((layer) => isIn(file, layer)).sort((a, b) => b.length - a.length)
  assert.ok(own[0], `${file} is in no layer`)
  return layers.indexOf(own[0])
}

/** The places that a layer imports from, by its own place. */
const imported = layers.map((_, place) => {
  const own = inside.filter(({ from }) => placeOf(from) === place)
  return new Set(own.map(({ target }) => placeOf(target)).filter((other) => other !== place))
})

/** Returns the layers that a layer imports from, except those that one of the others leads to. */
export function directImports(layer: string): string[] {
  const all = [...(imported[layers.indexOf(layer)] ?? [])]
  return all
    .filter((place) => !all.some((other) => other !== place && leadsTo(other, place)))
    .sort((a, b) => a - b)
    .map((place) => layers[place] ?? '')
}

function leadsTo(from: number, to: number): boolean {
  return [...(imported[from] ?? [])].some((next) => next === to || leadsTo(next, to))
}
