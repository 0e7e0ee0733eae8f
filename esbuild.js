// Builds what ships: for each kind of extension host a file that activation loads, and one that is
// loaded when it is first needed; and the licences of what is in them.
// CommonJS, because the newest VS Code would take a browser's file for an ES module if the manifest
// said so of this one.
const { build } = require('esbuild')
const { watch } = require('node:fs')
const { mkdir, readdir, readFile, rm, writeFile } = require('node:fs/promises')
const { basename, dirname } = require('node:path')

module.exports = { bundle, bundlePage, notices, packageFolder }

/** The files of code, by the sources that each begins with. */
const sources = /** @type {const} */ ({
  'dist/extension.cjs': 'src/node/extension.ts',
  'dist/web/extension.js': 'src/web/extension.ts',
  'dist/later.js': 'src/later.ts',
  'dist/networkProbe.cjs': 'src/node/networkProbe.ts',
})
/** The first two, which activation loads: in Node.js or in a browser. */
const first = /** @type {const} */ (['dist/extension.cjs', 'dist/web/extension.js'])

/**
 * A file that ships.
 *
 * @typedef {object} Built
 * @property {string} path
 * @property {string} text
 * @property {Record<string, number>} inputs How many bytes of it came from which file.
 */

/** @param {boolean} isProduction */
async function write(isProduction) {
  const built = await bundle({ isProduction })
  await rm('dist', { recursive: true, force: true })
  for (const { path, text } of built) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  const inputs = built.flatMap((file) => Object.keys(file.inputs))
  await writeFile('dist/THIRD-PARTY-NOTICES.txt', await notices(inputs))
}

/**
 * Bundles the extension: minified as it ships, else readable, with its source maps.
 *
 * @param {{ isProduction: boolean }} options
 * @returns {Promise<Built[]>}
 */
async function bundle({ isProduction }) {
  return [...(await bundleCode(isProduction)), ...(await bundlePage(isProduction))]
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
    entryPoints: ['comparison.ts', 'comparison.css'].map(
      (name) => `src/features/comparison/page/${name}`,
    ),
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
 * What files share, esbuild puts into files of their own, and in ES modules. An extension host wants
 * CommonJS, and one file to start with: so what is shared goes into the first file, and what is loaded
 * later takes it from there, the same file in Node.js and in a browser.
 *
 * @param {boolean} isProduction
 * @returns {Promise<Built[]>}
 */
async function bundleCode(isProduction) {
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
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: Object.entries(sources).map(([out, source]) => ({ in: source, out: partOf(out) })),
    outdir: 'parts',
    format: 'esm',
    splitting: true,
    platform: 'neutral', // an import that is not there everywhere would fail
    mainFields: ['module', 'main'],
    external: ['vscode', 'node:*'],
    // ofetch's native-fetch entry: the other one brings a polyfill along, and VS Code patches the
    // native fetch for proxies and system certificates.
    conditions: ['worker'],
  })
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]))
  const loadedFirst = first.map((file) => partsBehind(`${partOf(file)}.js`, metafile))
  const inBoth = loadedFirst[0]?.filter((part) => loadedFirst[1]?.includes(part)) ?? []

  return Promise.all(
    Object.keys(sources).map(async (file) => {
      const isFirst = first.some((one) => one === file)
      const own = `${partOf(file)}.js`
      const parts = partsBehind(own, metafile).filter((part) => isFirst || !inBoth.includes(part))
      const { outputFiles: joined } = await build({
        ...common,
        stdin: { contents: exporting(metafile, own, isFirst ? parts : []), resolveDir: __dirname },
        outfile: file,
        format: 'cjs',
        platform: 'node',
        supported: { 'dynamic-import': false }, // VS Code gives its API to what is required
        plugins: [joining(texts, parts)],
      })
      return { path: file, text: joined[0]?.text ?? '', inputs: inputsOf(metafile, parts) }
    }),
  )
}

/**
 * The name of the part that a file begins with.
 *
 * @param {string} file
 */
function partOf(file) {
  return file
    .replace(/^dist\//, '')
    .replace(/\.\w+$/, '')
    .replace('/', '-')
}

/**
 * A part and all that it imports at once.
 *
 * @param {string} part
 * @param {import('esbuild').Metafile} metafile
 * @returns {string[]}
 */
function partsBehind(part, { outputs }) {
  const found = new Set([part])
  for (const name of found) {
    for (const { path, kind } of outputs[`parts/${name}`]?.imports ?? []) {
      if (kind === 'import-statement' && path.startsWith('parts/')) found.add(basename(path))
    }
  }
  return [...found]
}

/**
 * What exports all of a part as one plain object, and for others what is in the parts behind it:
 * esbuild's own way defines a getter for each name, twice, and activation would pay for it.
 *
 * @param {import('esbuild').Metafile} metafile
 * @param {string} own
 * @param {string[]} shared
 */
function exporting({ outputs }, own, shared) {
  const names = [own, ...shared.filter((part) => part !== own)]
  const exported = names.map((name) => outputs[`parts/${name}`]?.exports ?? [])
  const imports = names.map((name, nth) => {
    const all = (exported[nth] ?? []).map((one) => `${one} as _${nth}_${one}`)
    return `import { ${all.join(', ')} } from './${name}'`
  })
  const objects = exported.map((all, nth) => all.map((one) => `${one}: _${nth}_${one}`).join(', '))
  const parts = names.map((name, nth) => (nth === 0 ? '' : `'${name}': { ${objects[nth]} }, `))
  const more = names.length > 1 ? `, parts: { ${parts.join('')} }` : ''
  return `${imports.join('\n')}\nmodule.exports = { ${objects[0]}${more} }`
}

/**
 * Joins parts of a file; another part comes out of the first file, and another file is required.
 *
 * @param {Map<string, string>} texts
 * @param {string[]} parts
 * @returns {import('esbuild').Plugin}
 */
function joining(texts, parts) {
  return {
    name: 'joining',
    setup(setup) {
      setup.onResolve({ filter: /.*/ }, ({ path }) => {
        const name = basename(path)
        if (!texts.has(name)) return { path, external: true }
        if (parts.includes(name)) return { path: name, namespace: 'own' }
        const file = Object.keys(sources).find((one) => `${partOf(one)}.js` === name)
        if (file) return { path: `./${basename(file)}`, external: true }
        return { path: name, namespace: 'shared' }
      })
      setup.onLoad({ filter: /.*/, namespace: 'own' }, ({ path }) => ({
        contents: withOneApi(texts.get(path) ?? ''),
      }))
      setup.onLoad({ filter: /.*/, namespace: 'shared' }, ({ path }) => ({
        contents: `module.exports = require('./extension.cjs').parts['${path}']`,
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
  const { readOptions } = await import('./test/host/options.ts')
  const options = /** @type {const} */ ({
    production: { help: 'Build as it ships: minified, without source maps' },
    watch: { help: 'Build again whenever a source changes, until Ctrl+C' },
  })
  const name = process.argv.includes('--watch') ? 'watch' : 'build'
  const summary = 'Builds the extension into dist.'
  const { production, watch: isWatching } = readOptions({ name, summary, options })
  const isProduction = production ?? false
  await write(isProduction)
  if (!isWatching) return
  console.log('Watching src for changes.')
  let timer
  watch('src', { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => write(isProduction).catch(() => {}), 100) // esbuild has said what is wrong
  })
}
