// Builds dist/extension.cjs, the one file of code that ships, and the licences of what is in it.
import { build, context } from 'esbuild'
import { rm, writeFile } from 'node:fs/promises'
import { bundle, notices } from './bundle.ts'

const production = process.argv.includes('--production')
const watch = process.argv.includes('--watch')

/** @type {import('esbuild').BuildOptions} */
const options = { ...bundle, minify: production, sourcemap: !production }

await rm('dist', { recursive: true, force: true })
if (watch) {
  await (await context(options)).watch()
  console.log('Watching src for changes.')
} else {
  const { metafile } = await build({ ...options, metafile: true })
  await writeFile('dist/THIRD-PARTY-NOTICES.txt', await notices(Object.keys(metafile.inputs)))
}
