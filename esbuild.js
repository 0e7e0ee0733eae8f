// Builds what ships: for each kind of extension host the file that activation loads, which asks for
// the one that both share when it is first needed; the licenses of what is in them; and the texts of package.json. CommonJS, because a browser's extension host knows nothing else.
const { build, context } = require('esbuild')
const { mkdir, readdir, readFile, rm, writeFile } = require('node:fs/promises')
const { dirname, join } = require('node:path')
const { compileFunction } = require('node:vm')

module.exports = { bundle, notices, packageFolder }

/**
 * What is built.
 *
 * @param {boolean} isProduction Minified, as it ships; else readable, with its source maps.
 * @returns {import('esbuild').BuildOptions[]}
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
    target: 'node22', // what VS Code 1.105 runs, our minimum; browsers are newer
    platform: 'neutral', // an import that is not there everywhere would fail
    supported: { 'dynamic-import': false }, // VS Code gives its API to what is required
    mainFields: ['module', 'main'],
    external: ['vscode', 'node:*'],
    // ofetch's native-fetch entry: the other one brings a polyfill along, and VS Code patches the
    // native fetch for proxies and system certificates.
    conditions: ['worker'],
    plugins: [oneApi, mainApart],
  })
  return [
    { ...code, entryPoints: ['src/node/nodeExtension.ts'], outfile: 'dist/extension.cjs' },
    { ...code, entryPoints: ['src/web/webExtension.ts'], outfile: 'dist/web/extension.js' },
    { ...code, entryPoints: ['src/main.ts'], outfile: 'dist/main.js' },
  ]
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
 * Leaves `main.ts` to its own file, which is required.
 *
 * @type {import('esbuild').Plugin}
 */
const mainApart = {
  name: 'main apart',
  setup(setup) {
    setup.onResolve({ filter: /\/main\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './main.js', external: true } : undefined,
    )
  },
}

/**
 * Writes the texts of package.json whenever their sources have changed. The sources are bundled, because Node.js can't
 * run TypeScript before version 22, and never loads a changed module again.
 *
 * @type {import('esbuild').Plugin}
 */
const textsWriter = {
  name: 'texts writer',
  setup(setup) {
    setup.onLoad({ filter: /[/\\]src[/\\]manifest[/\\]texts\.ts$/ }, async ({ path }) => {
      const folder = dirname(path)
      const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
      const watchFiles = names.map((name) => join(folder, name))
      return { contents: await readFile(path, 'utf8'), loader: 'ts', watchFiles }
    })
    setup.onEnd(({ outputFiles = [] }) => {
      const [file] = outputFiles
      if (!file) return // the sources have an error, which esbuild prints
      /** @type {{ exports: { writeTexts?: () => void } }} */
      const module = { exports: {} }
      compileFunction(file.text, ['require', 'module'])(require, module)
      module.exports.writeTexts?.()
    })
  },
}

const textsBuild = /** @satisfies {import('esbuild').BuildOptions} */ ({
  absWorkingDir: __dirname,
  bundle: true,
  write: false,
  format: 'cjs',
  platform: 'node',
  logLevel: 'warning',
  entryPoints: ['src/manifest/texts.ts'],
  define: { 'import.meta.dirname': JSON.stringify(join(__dirname, 'src/manifest')) },
  plugins: [textsWriter],
})

/**
 * Bundles what ships: each file's path and text, and how many bytes of it came from which source.
 *
 * @param {{ isProduction: boolean }} options
 */
async function bundle({ isProduction }) {
  const built = builds(isProduction).map(async (options) => {
    const { outputFiles, metafile } = await build({ ...options, write: false, metafile: true })
    return Object.entries(metafile.outputs).map(([path, { inputs }], index) => ({
      path,
      text: outputFiles[index]?.text ?? '',
      inputs: Object.fromEntries(
        Object.entries(inputs).map(([file, { bytesInOutput }]) => [file, bytesInOutput]),
      ),
    }))
  })
  return (await Promise.all(built)).flat()
}

/** @param {boolean} isProduction */
async function write(isProduction) {
  const files = await bundle({ isProduction })
  await rm('dist', { recursive: true, force: true })
  for (const { path, text } of files) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  const inputs = files.flatMap((file) => Object.keys(file.inputs))
  await writeFile('dist/THIRD-PARTY-NOTICES.txt', await notices(inputs))
  await build(textsBuild)
}

/**
 * The licenses of the packages that a bundle's files are from, which they ask to be passed on.
 *
 * @param {string[]} files
 * @returns {Promise<string>}
 */
async function notices(files) {
  const texts = []
  const folders = files.map(packageFolder).filter((folder) => folder !== undefined)
  for (const folder of [...new Set(folders)].sort()) {
    const { name, version } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'))
    const license = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file))
    if (!license) throw new Error(`${name} ships, but no license of it was found`)
    texts.push(`${name} ${version}\n\n${(await readFile(`${folder}/${license}`, 'utf8')).trim()}`)
  }
  return `Poolkeeper contains the following packages.\n\n${texts.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`
}

/** The folder of the package that a file belongs to; undefined for a file of ours. @param {string} file */
function packageFolder(file) {
  return /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]
}

async function main() {
  const isProduction = process.argv.includes('--production')
  await write(isProduction)
  if (!process.argv.includes('--watch')) return
  for (const options of [...builds(isProduction), textsBuild])
    await (await context(options)).watch()
  console.log('Watching src for changes.')
}

if (require.main === module) void main()
