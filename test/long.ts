/**
 * Whether random tests run long, as in `npm run test:all`: with 200,000 insertions
 * instead of 1,500, and half an hour’s work of a user.
 */
export const isLong = process.env['POOLKEEPER_LONG'] !== undefined
