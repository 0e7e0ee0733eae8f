// Runs the tests of rules, without VS Code.
const common = require('../mocharc.cjs')

module.exports = {
  ...common,
  spec: ['test/unit/**/*.test.ts'],
  require: [...common.require, 'test/unit/properties/seed.ts'],
}
