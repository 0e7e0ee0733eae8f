import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import { root } from '../../host/paths.ts'

/** What one file of `src` takes from another, or from a package. */
export interface Import {
  from: string
  /** A path from the top of the repository, or the name of a package. */
  target: string
  /** The names that are imported as values; `*` for a whole module. */
  values: readonly string[]
}

/** Every TypeScript file of `src`, with its text. */
export const sources: ReadonlyMap<string, string> = new Map(
  globSync('src/**/*.ts', { cwd: root }).map((file) => [
    file.replaceAll('\\', '/'),
    readFileSync(join(root, file), 'utf8'),
  ]),
)

/** Every import of `src`. The formatter has them look alike, so that they are read by their looks. */
export const imports: readonly Import[] = [...sources].flatMap(([from, text]) => {
  const found = (specifier: string, values: readonly string[]): Import => {
    const isOurs = specifier.startsWith('.')
    return { from, target: isOurs ? normalize(join(dirname(from), specifier)) : specifier, values }
  }
  const whole = [...text.matchAll(/^import '([^']+)'/gm)].map(([, id = '']) => found(id, ['*']))
  const later = [...text.matchAll(/(typeof )?\bimport\('([^']+)'\)/g)].map(([, isType, id = '']) =>
    found(id, isType ? [] : ['*']),
  )
  const named = [
    ...text.matchAll(/^(?:import|export) (type )?(\{[^}]*\}|\* as \w+|\*|\w+) from '([^']+)'/gm),
  ].map(([, isType, names = '', id = '']) => found(id, isType ? [] : valuesIn(names)))
  return [...whole, ...later, ...named]
})

/** The values among what stands between the braces. */
function valuesIn(names: string): string[] {
  if (!names.startsWith('{')) return ['*']
  const all = names.slice(1, -1).split(',')
  const values = all.map((one) => one.trim()).filter((one) => one && !one.startsWith('type '))
  return values.map((one) => one.replace(/ as .*/, ''))
}
