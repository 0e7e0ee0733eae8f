// What the unit tests and the integration tests on the fake VS Code have in common.
const { availableParallelism } = require('node:os')

// Before the tests are chosen, and for the processes that run them.
if (process.argv.includes('--long')) process.env.POOLKEEPER_LONG = 'yes'

module.exports = {
  extension: ['ts'],
  require: ['test/host/endWithParent.ts', 'test/sandbox/shapeCheck.ts'],
  timeout: 60000,
  forbidOnly: true,
  reporter: 'test/host/report.cjs',
  parallel: true,
  jobs: availableParallelism(),
}
