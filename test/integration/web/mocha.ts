// Replaces mocha where tests run in a browser.
import 'mocha/mocha.js'

/** Mocha’s build for browsers sets a global variable. */
export default (globalThis as unknown as { Mocha: typeof import('mocha') }).Mocha
