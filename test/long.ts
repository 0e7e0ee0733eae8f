/**
 * Whether random tests run long, as in `npm run test:all`: with 600 sequences of actions instead of 20, 200,000
 * insertions instead of 1,100, and half an hour’s work of a user.
 */
export const isLong = process.env['POOLKEEPER_LONG'] !== undefined
