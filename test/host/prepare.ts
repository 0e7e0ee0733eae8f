// Builds and installs what several phases of `npm test` share, so that they don’t do it at the same time. The minimum
// version of VS Code is installed only for phases that run in it.
import { launchBrowser } from './browser.ts'
import { buildCompanion, buildIntegrationTests, buildPackage } from './builds.ts'
import { installHost } from './install.ts'
import { readOptions } from './options.ts'

const { minimum } = readOptions({ minimum: 'flag' })
await Promise.all([
  buildCompanion(),
  buildIntegrationTests(),
  installHost('newest').then(() => minimum && installHost('minimum')),
  launchBrowser().then((browser) => browser.close()),
])
await buildPackage() // last, since a failure ends this process
