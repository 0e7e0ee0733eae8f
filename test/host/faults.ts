// npm run faults [-- --version newest|minimum|both]
// Prints what every operation comes to over every fault, and what a person is told, in VS Code.
process.env['POOLKEEPER_FAULT_TABLE'] = 'yes'
if (!process.argv.includes('--version')) process.argv.push('--version', 'newest')
process.argv.push('--grep', '^The fault matrix in VS Code')
await import('./integration.ts')
