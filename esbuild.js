// Builds dist/extension.cjs, the one file of code that ships, and the licences of what is in it.
import { build, context } from 'esbuild'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/**
 * How the extension is bundled, but for what only one of its builds wants.
 *
 * @satisfies {import('esbuild').BuildOptions}
 */
export const bundle = /** @type {const} */ ({
  entryPoints: ['src/node/extension.ts'],
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
  logLevel: 'warning',
})

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await rm('dist', { recursive: true, force: true })
  const production = process.argv.includes('--production')
  const options = { ...bundle, minify: production, sourcemap: !production }
  if (process.argv.includes('--watch')) {
    await (await context(options)).watch()
    console.log('Watching src for changes.')
  } else {
    const { metafile } = await build({ ...options, metafile: true })
    await writeFile('dist/THIRD-PARTY-NOTICES.txt', await notices(Object.keys(metafile.inputs)))
  }
}

/**
 * The licences of the packages that a bundle's files are from, which they ask to be passed on.
 *
 * @param {string[]} files
 * @returns {Promise<string>}
 */
export async function notices(files) {
  const texts = []
  const folders = files.map(packageFolder).filter((folder) => folder !== undefined)
  for (const folder of [...new Set(folders)].sort()) {
    const { name, version } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'))
    const licence = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file))
    if (!licence) throw new Error(`${name} ships, but no licence of it was found`)
    texts.push(`${name} ${version}\n\n${(await readFile(`${folder}/${licence}`, 'utf8')).trim()}`)
  }
  return `Poolkeeper contains the following packages.\n\n${texts.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`
}

/**
 * The folder of the package that a file belongs to; undefined for a file of ours.
 *
 * @param {string} file
 * @returns {string | undefined}
 */
export function packageFolder(file) {
  return /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]
}
