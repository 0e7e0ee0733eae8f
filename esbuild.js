// Builds what ships: for each kind of extension host the file that activation loads, which asks for
// the one that both share when it is first needed; the sample; the page of a comparison; and the licences
// of what is in them. CommonJS, because a browser's extension host knows nothing else.
const { build, context } = require('esbuild')
const { mkdir, readdir, readFile, rm, writeFile } = require('node:fs/promises')
const { dirname } = require('node:path')

module.exports = { bundle, bundlePage, notices, packageFolder }

/**
 * What is built.
 *
 * @param {boolean} isProduction Minified, as it ships; else readable, with its source maps.
 */
function builds(isProduction) {
  const common = /** @satisfies {import('esbuild').BuildOptions} */ ({
    absWorkingDir: __dirname,
    bundle: true,
    minify: isProduction,
    sourcemap: isProduction ? false : 'inline',
    charset: 'ascii', // any other character would make V8 keep the source with two bytes for each
    logLevel: 'warning',
  })
  const code = /** @satisfies {import('esbuild').BuildOptions} */ ({
    ...common,
    format: 'cjs',
    target: 'node20', // what VS Code 1.100 runs, our minimum; browsers are newer
    platform: 'neutral', // an import that is not there everywhere would fail
    supported: { 'dynamic-import': false }, // VS Code gives its API to what is required
    mainFields: ['module', 'main'],
    external: ['vscode', 'node:*'],
    // ofetch's native-fetch entry: the other one brings a polyfill along, and VS Code patches the
    // native fetch for proxies and system certificates.
    conditions: ['worker'],
    plugins: [oneApi, mainApart],
  })
  const page = /** @satisfies {import('esbuild').BuildOptions} */ ({
    ...common,
    format: 'iife',
    target: 'es2023',
    entryPoints: ['comparison.ts', 'comparison.css'].map(
      (name) => `src/features/comparison/page/${name}`,
    ),
    outdir: 'dist/webview',
  })
  return {
    code: [
      { ...code, entryPoints: ['src/node/nodeExtension.ts'], outfile: 'dist/extension.cjs' },
      { ...code, entryPoints: ['src/web/webExtension.ts'], outfile: 'dist/web/extension.js' },
      { ...code, entryPoints: ['src/main.ts'], outfile: 'dist/main.js' },
      {
        ...code,
        entryPoints: ['src/features/sample/service/sampleService.ts'],
        outfile: 'dist/sample.js',
      },
    ],
    page,
  }
}

/**
 * Takes VS Code's API as it is, and asks for it once: of a namespace import, esbuild makes a copy for each of
 * our files, some hundred names every time, and VS Code looks up on the disk who asks each time.
 *
 * @type {import('esbuild').Plugin}
 */
const oneApi = {
  name: 'one API',
  setup(setup) {
    setup.onResolve({ filter: /^vscode$/ }, ({ namespace }) =>
      namespace === 'one-api' ? undefined : { path: 'vscode', namespace: 'one-api' },
    )
    setup.onLoad({ filter: /./, namespace: 'one-api' }, () => ({
      contents: "module.exports = require('vscode')",
    }))
    setup.onLoad({ filter: /[/\\]src[/\\].+\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const contents = source.replace(
        "import * as vscode from 'vscode'\n",
        "const vscode = require('vscode')\n",
      )
      return { contents, loader: 'ts' }
    })
  },
}

/**
 * Leaves `main.ts` and the sample to their own files, which are required.
 *
 * @type {import('esbuild').Plugin}
 */
const mainApart = {
  name: 'main apart',
  setup(setup) {
    for (const [name, file] of [
      [/\/main\.ts$/, './main.js'],
      [/\/sampleService\.ts$/, './sample.js'],
    ]) {
      setup.onResolve({ filter: name }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: file, external: true } : undefined,
      )
    }
  },
}

/**
 * A file that ships.
 *
 * @typedef {object} Built
 * @property {string} path
 * @property {string} text
 * @property {Record<string, number>} inputs How many bytes of it came from which file.
 */

/**
 * Bundles the extension.
 *
 * @param {{ isProduction: boolean }} options
 * @returns {Promise<Built[]>}
 */
async function bundle({ isProduction }) {
  const { code, page } = builds(isProduction)
  return (await Promise.all([...code, page].map(built))).flat()
}

/**
 * Bundles the script and the style of a comparison's page, which run in a webview.
 *
 * @param {boolean} isProduction
 * @returns {Promise<Built[]>}
 */
async function bundlePage(isProduction) {
  return built(builds(isProduction).page)
}

/**
 * @param {import('esbuild').BuildOptions} options
 * @returns {Promise<Built[]>}
 */
async function built(options) {
  const { outputFiles, metafile } = await build({ ...options, write: false, metafile: true })
  return Object.entries(metafile.outputs).map(([path, { inputs }], nth) => ({
    path,
    text: outputFiles[nth]?.text ?? '',
    inputs: Object.fromEntries(
      Object.entries(inputs).map(([file, { bytesInOutput }]) => [file, bytesInOutput]),
    ),
  }))
}

/** @param {boolean} isProduction */
async function write(isProduction) {
  const files = await bundle({ isProduction })
  await rm('dist', { recursive: true, force: true })
  for (const { path, text } of files) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, isProduction && path.endsWith('js') ? await minified(text) : text)
  }
  const inputs = files.flatMap((file) => Object.keys(file.inputs))
  await writeFile('dist/THIRD-PARTY-NOTICES.txt', await notices(inputs))
}

/**
 * Code without what esbuild leaves in it, such as variables that are used once: five kilobytes of the package.
 *
 * @param {string} text
 * @returns {Promise<string>}
 */
async function minified(text) {
  const { minify } = require('terser') // takes a while to load
  const { code = text } = await minify(text, {
    ecma: 2020,
    toplevel: true,
    format: { ascii_only: true },
  })
  return code
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
  const { production: isProduction = false, watch } = readOptions({ name, summary, options })
  await write(isProduction)
  if (!watch) return
  const { code, page } = builds(isProduction)
  for (const one of [...code, page]) await (await context(one)).watch()
  console.log('Watching src for changes.')
}
