/**
 * Whether tests that look for the rare take their time, as `npm run test:all` lets them: 600 sequences of actions
 * instead of 20, 200,000 insertions instead of 1,100, half an hour’s work in a row.
 */
export const isLong = process.env['POOLKEEPER_LONG'] !== undefined
