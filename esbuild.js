// Builds what ships: for each kind of extension host a file that activation loads, and one that is
// loaded when it is first needed; and the licences of what is in them.
// CommonJS, because the newest VS Code would take a browser's file for an ES module if the manifest
// said so of this one.
const { build } = require('esbuild')
const { watch } = require('node:fs')
const { mkdir, readdir, readFile, rm, writeFile } = require('node:fs/promises')
const { basename, dirname } = require('node:path')

module.exports = { bundle, bundlePage, notices, packageFolder }

/** What is built: for Node.js's extension host, and for a browser's. */
const targets = /** @type {const} */ ([
  { sources: ['src/node/extension.ts', 'src/node/later.ts'], folder: 'dist', suffix: '.cjs' },
  { sources: ['src/web/extension.ts', 'src/later.ts'], folder: 'dist/web', suffix: '.js' },
])

/**
 * A file that ships.
 *
 * @typedef {object} Built
 * @property {string} path
 * @property {string} text
 * @property {Record<string, number>} inputs How many bytes of it came from which file.
 */

async function write() {
  const files = await bundle({ isProduction: process.argv.includes('--production') })
  await rm('dist', { recursive: true, force: true })
  for (const { path, text } of files) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  const inputs = files.flatMap((file) => Object.keys(file.inputs))
  await writeFile('dist/THIRD-PARTY-NOTICES.txt', await notices(inputs))
}

/**
 * Bundles the extension: minified as it ships, else readable, with its source maps.
 *
 * @param {{ isProduction: boolean }} options
 * @returns {Promise<Built[]>}
 */
async function bundle({ isProduction }) {
  const built = await Promise.all(targets.map((target) => bundleFor(target, isProduction)))
  return [...built.flat(), ...(await bundlePage(isProduction))]
}

/**
 * Bundles the script and the style of a comparison's page, which run in a webview.
 *
 * @param {boolean} isProduction
 * @returns {Promise<Built[]>}
 */
async function bundlePage(isProduction) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: __dirname,
    entryPoints: ['src/webview/comparison.ts', 'src/webview/comparison.css'],
    outdir: 'dist/webview',
    bundle: true,
    write: false,
    metafile: true,
    minify: isProduction,
    sourcemap: isProduction ? false : 'inline',
    format: 'iife',
    target: 'es2023',
    charset: 'utf8',
    logLevel: 'warning',
  })
  return outputFiles.map(({ path, text }) => {
    const name = basename(path)
    return { path: `dist/webview/${name}`, text, inputs: inputsOf(metafile, [name]) }
  })
}

/**
 * What two files share, esbuild puts into a third, and in ES modules. An extension host wants CommonJS,
 * and one file to start with: so what is shared goes into the first file, and the second takes it from
 * there.
 *
 * @param {(typeof targets)[number]} target
 * @param {boolean} isProduction
 * @returns {Promise<Built[]>}
 */
async function bundleFor({ sources, folder, suffix }, isProduction) {
  const common = /** @satisfies {import('esbuild').BuildOptions} */ ({
    absWorkingDir: __dirname,
    bundle: true,
    write: false,
    metafile: true,
    minify: isProduction,
    sourcemap: isProduction ? false : 'inline',
    target: 'node20', // what VS Code 1.100 runs, our minimum; browsers are newer
    charset: 'utf8', // the texts' quotation marks and ellipses as they are, not as escapes
    logLevel: 'warning',
  })
  const parted = await build({
    ...common,
    entryPoints: [...sources],
    outdir: folder,
    entryNames: '[name]',
    format: 'esm',
    splitting: true,
    platform: 'neutral', // an import that a browser has not would fail
    mainFields: ['module', 'main'],
    external: ['vscode', ...(suffix === '.cjs' ? ['node:*'] : [])],
    // ofetch's native-fetch entry: the other one brings a polyfill along, and VS Code patches the
    // native fetch for proxies and system certificates.
    conditions: ['worker'],
  })
  const parts = new Map(parted.outputFiles.map(({ path, text }) => [basename(path), text]))
  const first = [...parts.keys()].filter((name) => name !== 'later.js')

  return Promise.all(
    [first, ['later.js']].map(async (names) => {
      const { outputFiles } = await build({
        ...common,
        stdin: {
          contents: exporting(parted.metafile, names),
          resolveDir: __dirname,
        },
        outfile: `${folder}/${names.at(0)}`,
        format: 'cjs',
        platform: 'node',
        supported: { 'dynamic-import': false }, // VS Code gives its API to what is required
        plugins: [joining(parts, names, suffix)],
      })
      const name = names.includes('later.js') ? 'later' : 'extension'
      return {
        path: `${folder}/${name}${suffix}`,
        text: outputFiles[0]?.text ?? '',
        inputs: inputsOf(parted.metafile, names),
      }
    }),
  )
}

/**
 * What exports all that these parts export, as one plain object: esbuild's own way defines a getter for
 * each name, twice, and activation would pay for it.
 *
 * @param {import('esbuild').Metafile} metafile
 * @param {string[]} names
 */
function exporting({ outputs }, names) {
  const parts = Object.entries(outputs).filter(([path]) => names.includes(basename(path)))
  const imports = parts.map(
    ([path, { exports }]) => `import { ${exports.join(', ')} } from './${basename(path)}'`,
  )
  const all = parts.flatMap(([, { exports }]) => exports)
  return `${imports.join('\n')}\nmodule.exports = { ${all.join(', ')} }`
}

/**
 * Resolves the parts of a bundle: those to be joined as they are, any other to the file it is in.
 *
 * @param {Map<string, string>} parts
 * @param {string[]} names
 * @param {string} suffix
 * @returns {import('esbuild').Plugin}
 */
function joining(parts, names, suffix) {
  return {
    name: 'joining',
    setup(setup) {
      setup.onResolve({ filter: /.*/ }, ({ path }) => {
        const name = basename(path)
        if (!path.startsWith('.')) return { path, external: true }
        if (names.includes(name)) return { path: name, namespace: 'part' }
        return { path: `./${name === 'later.js' ? 'later' : 'extension'}${suffix}`, external: true }
      })
      setup.onLoad({ filter: /.*/, namespace: 'part' }, ({ path }) => ({
        contents: withOneApi(parts.get(path) ?? ''),
      }))
    },
  }
}

/**
 * Takes VS Code's API once for a whole part, as it is: esbuild would copy it for each file that imports
 * it, some hundred names every time.
 *
 * @param {string} part
 */
function withOneApi(part) {
  let isFirst = true
  return part.replace(/import ?\* ?as ([\w$]+) from ?"vscode";/g, (_statement, name) => {
    const api = isFirst ? 'require("vscode")' : 'poolkeeperApi'
    const own = isFirst
      ? `const poolkeeperApi = ${api}, ${name} = poolkeeperApi;`
      : `const ${name} = ${api};`
    isFirst = false
    return own
  })
}

/**
 * @param {import('esbuild').Metafile} metafile
 * @param {string[]} names
 */
function inputsOf({ outputs }, names) {
  /** @type {Record<string, number>} */
  const inputs = {}
  for (const [path, output] of Object.entries(outputs)) {
    if (!names.includes(basename(path))) continue
    for (const [file, { bytesInOutput }] of Object.entries(output.inputs)) {
      inputs[file] = (inputs[file] ?? 0) + bytesInOutput
    }
  }
  return inputs
}

/**
 * The licences of the packages that a bundle's files are from, which they ask to be passed on.
 *
 * @param {string[]} files
 * @returns {Promise<string>}
 */
async function notices(files) {
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
function packageFolder(file) {
  return /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]
}

if (require.main === module) void main()

async function main() {
  await write()
  if (!process.argv.includes('--watch')) return
  console.log('Watching src for changes.')
  let timer
  watch('src', { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => write().catch(() => {}), 100) // esbuild has said what is wrong
  })
}
