// Runs the integration tests that need nothing of a real VS Code in plain Node.js.
const { globSync } = require('node:fs')
const path = require('node:path')
const { realOnly } = require('../integration/realOnly.ts')

const cwd = path.join(__dirname, '../integration')
const starts = Object.keys(realOnly)
const files = globSync('**/*.test.ts', { cwd })
  .filter((file) => !starts.some((start) => file.startsWith(start)))
  .sort()

module.exports = {
  spec: files.map((file) => `test/integration/${file}`),
  extension: ['ts'],
  'node-option': [`import=${path.join(__dirname, 'register.ts')}`],
  timeout: 20000,
  forbidOnly: true,
  parallel: true,
  jobs: 2,
}
