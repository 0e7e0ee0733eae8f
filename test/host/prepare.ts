// What several phases of `npm test` share is made once and beforehand, so that they don’t get into each
// other’s way.
import { launchBrowser } from './browser.ts'
import { buildCompanion, buildIntegrationTests, buildPackageAndExtension } from './builds.ts'
import { installHost } from './install.ts'

await Promise.all([
  buildPackageAndExtension(),
  buildCompanion(),
  buildIntegrationTests(),
  installHost('newest').then(() => installHost('minimum')),
  launchBrowser().then((browser) => browser.close()),
])
