// What the unit tests and the integration tests on the fake VS Code have in common.
const { enableCompileCache } = require('node:module')
const { availableParallelism } = require('node:os')
const path = require('node:path')

// Before the tests are chosen, and for the processes that run them.
if (process.argv.includes('--long')) process.env.POOLKEEPER_LONG = 'yes'

// The processes that run the tests needn’t strip the types of the same files again, nor those of the next run.
process.env.NODE_COMPILE_CACHE = path.join(__dirname, '../.cache/compiled')
enableCompileCache(process.env.NODE_COMPILE_CACHE)

module.exports = {
  extension: ['ts'],
  require: ['test/host/endWithParent.ts', 'test/sandbox/shapeCheck.ts'],
  timeout: 60000,
  forbidOnly: true,
  reporter: 'test/host/report.cjs',
  parallel: true,
  jobs: availableParallelism(),
}
