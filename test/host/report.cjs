// Mocha’s spec reporter. A run without tests fails, since a typing error in `--grep` must not look like success. Mocha’s own
// `failZero` would fail each file without a test that matches, because the files run in parallel.
const { reporters } = require('mocha')

module.exports = class extends reporters.Spec {
  done(failures, end) {
    end(this.stats.tests === 0 ? 1 : failures)
  }
}
