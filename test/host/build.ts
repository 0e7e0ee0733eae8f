// Builds everything that the launch configurations of .vscode/launch.json need.
import { buildCompanion, buildExtension, buildIntegrationTests } from './builds.ts'

await Promise.all([buildExtension(), buildCompanion(), buildIntegrationTests()])
