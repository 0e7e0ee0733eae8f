// What several phases of `npm test` share is made once and beforehand, so that they don’t get into each
// other’s way.
import { buildCompanion, buildIntegrationTests, buildPackageAndExtension } from './builds.ts'
import { findChromium } from './chromium.ts'
import { installHost } from './install.ts'

await Promise.all([
  buildPackageAndExtension(),
  buildCompanion(),
  buildIntegrationTests(),
  installHost('newest').then(() => installHost('minimum')),
  findChromium(),
])
