import { join, resolve } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }

/** The root of the repository, which is also the folder of the extension under development. */
export const root = resolve(import.meta.dirname, '../..')

/** The package that `npm run package` builds. */
export const packagePath = join(root, `poolkeeper-${manifest.version}.vsix`)

/** The folder of downloads, which git ignores. */
export const cacheDir = join(root, '.cache')

/** The folder of the results of builds and tests, which git ignores. */
export const outDir = join(root, 'out')

/** The built companion extension (test/companion). */
export const companionDir = join(outDir, 'companion')

/** The built integration tests for each extension host: a module that exports `run()`. */
export const integrationTests = {
  node: join(outDir, 'integration/index.cjs'),
  web: join(outDir, 'integration/web.js'),
}

/** A small folder of infrastructure code, which workbenches open. */
export const exampleWorkspace = join(root, 'test/companion/workspace')
