// Runs the integration tests that need no real VS Code, in plain Node.js.
const common = require('../mocharc.cjs')
const { globSync } = require('node:fs')
const path = require('node:path')
const { canRun, isInRun } = require('../testFiles.ts')

const files = globSync('**/*.test.ts', { cwd: path.join(__dirname, '../integration') })

module.exports = {
  ...common,
  spec: files
    .filter((file) => canRun('fake', file) && isInRun(file))
    .sort()
    .map((file) => `test/integration/${file}`),
  'node-option': [`import=${path.join(__dirname, 'register.ts')}`],
}
