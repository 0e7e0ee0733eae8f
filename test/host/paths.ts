import { join, resolve } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }

/** The top of the repository: also the extension under development. */
export const root = resolve(import.meta.dirname, '../..')

/** The package that `npm run package` makes. */
export const packagePath = join(root, `poolkeeper-${manifest.version}.vsix`)

/** What is downloaded once and kept; git ignores it. */
export const cacheDir = join(root, '.cache')

/** What builds and test runs leave behind; git ignores it. */
export const outDir = join(root, 'out')

/** The companion extension as built; see test/companion. */
export const companionDir = join(outDir, 'companion')

/** The integration tests as built, for each extension host: a module that exports `run()`. */
export const integrationTests = {
  node: join(outDir, 'integration/index.cjs'),
  web: join(outDir, 'integration/web.js'),
}

/** A small folder of infrastructure code to have open in the workbench. */
export const exampleWorkspace = join(root, 'test/companion/workspace')
