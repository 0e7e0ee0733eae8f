// Builds and installs what several phases of `npm test` share, so that they don’t do it at the same time.
import { launchBrowser } from './browser.ts'
import { buildCompanion, buildIntegrationTests, buildPackage } from './builds.ts'
import { installHost } from './install.ts'

await Promise.all([
  buildCompanion(),
  buildIntegrationTests(),
  installHost('newest').then(() => installHost('minimum')),
  launchBrowser().then((browser) => browser.close()),
])
await buildPackage() // last, since a failure ends this process
