// Takes the place of mocha where tests run in a browser.
import 'mocha/mocha.js'

/** Mocha's own build for browsers leaves itself on the global object. */
export default (globalThis as unknown as { Mocha: typeof import('mocha') }).Mocha
