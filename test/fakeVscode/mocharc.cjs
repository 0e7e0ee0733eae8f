// Runs the integration tests that need no real VS Code, in plain Node.js.
const common = require('../mocharc.cjs')
const { globSync } = require('node:fs')
const path = require('node:path')
const { isSelectedForFake } = require('../integration/selection.ts')

const files = globSync('**/*.test.ts', { cwd: path.join(__dirname, '../integration') })

module.exports = {
  ...common,
  spec: files
    .filter(isSelectedForFake)
    .sort()
    .map((file) => `test/integration/${file}`),
  'node-option': [`import=${path.join(__dirname, 'register.ts')}`],
}
