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

/** The source files, by their paths from the top of the repository. */
export const files = globSync('src/**/*.ts', { cwd: root }).map((file) =>
  file.replaceAll('\\', '/'),
)

/** What the source files import. */
const imports = files.flatMap((from): Import[] => {
  const text = readFileSync(join(root, from), 'utf8')
  // The formatter has all imports look alike.
  const statements = text.matchAll(
    /^(?:import|export) (type )?(?:[^']*? from )?'([^']+)'|(typeof )?\bimport\('([^']+)'\)/gm,
  )
  return [...statements].map(([, type, staticName, typeOf, dynamicName]) => {
    const name = staticName ?? dynamicName ?? ''
    const target = name.startsWith('.') ? normalize(join(dirname(from), name)) : name
    return { from, target, isType: (type ?? typeOf) !== undefined }
  })
})

/** What the source files import of each other. */
export const inside = imports.filter(({ target }) => target.startsWith('src/'))

export function isIn(file: string, layer: string): boolean {
  return file === layer || file.startsWith(`${layer}/`)
}

/** Returns the height of a file: the index of its innermost layer, from the ground up. */
export function measureHeight(file: string): number {
  const [layer] = layers
    .filter((candidate) => isIn(file, candidate))
    .sort((a, b) => b.length - a.length)
  assert.ok(layer, `${file} is in no layer`)
  return layers.indexOf(layer)
}

/** The heights of the layers that each layer imports from, by its height. */
const importedHeights = layers.map((_, height) => {
  const ofLayer = inside.filter(({ from }) => measureHeight(from) === height)
  const targets = new Set(ofLayer.map(({ target }) => measureHeight(target)))
  targets.delete(height)
  return targets
})

/** Returns the layers that a layer imports from, except those that another of them imports from, too. */
export function directImports(layer: string): string[] {
  const heights = [...(importedHeights[layers.indexOf(layer)] ?? [])]
  const isIndirect = (height: number) =>
    heights.some((via) => via !== height && leadsTo(via, height))
  return heights
    .filter((height) => !isIndirect(height))
    .sort((a, b) => a - b)
    .map((height) => layers[height] ?? '')
}

function leadsTo(from: number, to: number): boolean {
  return [...(importedHeights[from] ?? [])].some((next) => next === to || leadsTo(next, to))
}
