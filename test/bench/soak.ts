// npm run soak [-- --version newest|minimum|both]
// Half an hour's worth of refreshes, deletions and switches in an extension host, as fast as it can:
// memory, timers and the number of requests must be what they were, or what they have to be.
process.env['POOLKEEPER_SOAK'] = 'full'
if (!process.argv.includes('--version')) process.argv.push('--version', 'newest')
process.argv.push('--grep', '^A long day.s work')
await import('../host/integration.ts')
