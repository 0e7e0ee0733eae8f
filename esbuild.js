// Builds dist/extension.cjs, the one file of code that ships, and the licences of what is in it.
import { build, context } from 'esbuild'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'

const production = process.argv.includes('--production')
const watch = process.argv.includes('--watch')

/** @type {import('esbuild').BuildOptions} */
const options = {
  entryPoints: ['src/extension.ts'],
  outfile: 'dist/extension.cjs',
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20', // the extension host of VS Code 1.100, our minimum
  external: ['vscode'],
  // ofetch's native-fetch entry: the other one brings a polyfill along, and VS Code patches the
  // native fetch for proxies and system certificates.
  conditions: ['worker'],
  charset: 'utf8', // the texts' quotation marks and ellipses as they are, not as escapes
  minify: production,
  sourcemap: !production,
  logLevel: 'warning',
}

await rm('dist', { recursive: true, force: true })
if (watch) {
  await (await context(options)).watch()
  console.log('Watching src for changes.')
} else {
  const { metafile } = await build({ ...options, metafile: true })
  await writeFile('dist/THIRD-PARTY-NOTICES.txt', await notices(Object.keys(metafile.inputs)))
}

/**
 * The licences of the packages that a bundle holds, which they ask to be passed on.
 * @param {string[]} inputs
 */
async function notices(inputs) {
  const folders = inputs.map((input) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0])
  const texts = []
  for (const folder of [...new Set(folders)].filter((name) => name !== undefined).sort()) {
    const { name, version } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'))
    const licence = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file))
    if (!licence) throw new Error(`${name} ships, but no licence of it was found`)
    texts.push(`${name} ${version}\n\n${(await readFile(`${folder}/${licence}`, 'utf8')).trim()}`)
  }
  return `Poolkeeper contains the following packages.\n\n${texts.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`
}
