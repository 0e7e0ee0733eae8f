// Runs the integration tests that need nothing of a real VS Code in plain Node.js.
const { globSync } = require('node:fs')
const path = require('node:path')
const { isSelectedForFake } = require('../integration/selection.ts')

const files = globSync('**/*.test.ts', { cwd: path.join(__dirname, '../integration') })

module.exports = {
  spec: files
    .filter(isSelectedForFake)
    .sort()
    .map((file) => `test/integration/${file}`),
  extension: ['ts'],
  require: ['test/sandbox/heldToShapes.ts'],
  'node-option': [`import=${path.join(__dirname, 'register.ts')}`],
  timeout: 60000,
  forbidOnly: true,
}
