// What several phases of `npm test` share is made once and beforehand, so that they don’t get into each
// other’s way.
import { launchBrowser } from './browser.ts'
import { buildCompanion, buildIntegrationTests, buildPackage } from './builds.ts'
import { installHost } from './install.ts'

await Promise.all([
  buildCompanion(),
  buildIntegrationTests(),
  installHost('newest').then(() => installHost('minimum')),
  launchBrowser().then((browser) => browser.close()),
])
await buildPackage() // last: one that isn’t as it must be ends this process, and nothing else waits
