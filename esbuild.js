// Builds what ships: for each kind of extension host a small file that VS Code loads on activation, `main.js`, which
// both of them load when a feature is first used, the licenses of the bundled packages, and the texts of package.json.
// The format is CommonJS, because the extension host in a browser loads no other.
const { build, context } = require('esbuild')
const { mkdir, readdir, readFile, rm, writeFile } = require('node:fs/promises')
const { dirname, join } = require('node:path')
const { compileFunction } = require('node:vm')

module.exports = { bundle, packageFolder }

/**
 * Returns the options of each bundle.
 *
 * @param {boolean} isProduction Whether the bundles are minified, as they ship, or have source maps.
 * @returns {import('esbuild').BuildOptions[]}
 */
function createBuildOptions(isProduction) {
  const common = /** @satisfies {import('esbuild').BuildOptions} */ ({
    absWorkingDir: __dirname,
    bundle: true,
    minify: isProduction,
    sourcemap: isProduction ? false : 'inline',
    charset: 'ascii', // with any other character, V8 would store two bytes for each character of the source
    logLevel: 'warning',
  })
  const code = /** @satisfies {import('esbuild').BuildOptions} */ ({
    ...common,
    format: 'cjs',
    target: 'node22', // the version in VS Code 1.105, our minimum; browsers are newer
    platform: 'neutral', // the build fails if a module isn't available in every host
    supported: { 'dynamic-import': false }, // VS Code provides its API only to `require`
    mainFields: ['module', 'main'],
    external: ['vscode', 'node:*'],
    // This condition selects ofetch's entry for the native fetch, which VS Code patches for proxies and system
    // certificates. The default entry includes a polyfill.
    conditions: ['worker'],
    plugins: [sharedApi, separateMain],
  })
  return [
    { ...code, entryPoints: ['src/node/nodeExtension.ts'], outfile: 'dist/extension.cjs' },
    { ...code, entryPoints: ['src/web/webExtension.ts'], outfile: 'dist/web/extension.js' },
    { ...code, entryPoints: ['src/main.ts'], outfile: 'dist/main.js' },
  ]
}

/**
 * Requires VS Code's API once per bundle. For a namespace import, esbuild would copy the API's members for each source
 * file, and VS Code looks up the extension that requires its API in the file system each time.
 *
 * @type {import('esbuild').Plugin}
 */
const sharedApi = {
  name: 'shared API',
  setup(setup) {
    setup.onResolve({ filter: /^vscode$/ }, ({ namespace }) =>
      namespace === 'shared-api' ? undefined : { path: 'vscode', namespace: 'shared-api' },
    )
    setup.onLoad({ filter: /./, namespace: 'shared-api' }, () => ({
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
 * Keeps `main.ts` in a file of its own, which the bundles of the hosts require.
 *
 * @type {import('esbuild').Plugin}
 */
const separateMain = {
  name: 'separate main',
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
 * Bundles what ships. Returns the path and the text of each file, and how many bytes of it are from each source file.
 *
 * @param {{ isProduction: boolean }} options
 */
async function bundle({ isProduction }) {
  const bundles = createBuildOptions(isProduction).map(async (options) => {
    const { outputFiles, metafile } = await build({ ...options, write: false, metafile: true })
    return Object.entries(metafile.outputs).map(([path, { inputs }], index) => ({
      path,
      text: outputFiles[index]?.text ?? '',
      inputs: Object.fromEntries(
        Object.entries(inputs).map(([file, { bytesInOutput }]) => [file, bytesInOutput]),
      ),
    }))
  })
  return (await Promise.all(bundles)).flat()
}

/**
 * Writes everything that ships to `dist`, and the texts of package.json.
 *
 * @param {boolean} isProduction
 */
async function writeAll(isProduction) {
  const files = await bundle({ isProduction })
  await rm('dist', { recursive: true, force: true })
  for (const { path, text } of files) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  const sources = files.flatMap((file) => Object.keys(file.inputs))
  await writeFile('dist/THIRD-PARTY-NOTICES.txt', await collectLicenses(sources))
  await build(textsBuild)
}

/**
 * Returns the licenses of the packages that the source files of a bundle belong to. Each license requires its text to
 * be distributed with the package.
 *
 * @param {string[]} files
 * @returns {Promise<string>}
 */
async function collectLicenses(files) {
  const texts = []
  const folders = files.map(packageFolder).filter((folder) => folder !== undefined)
  for (const folder of [...new Set(folders)].sort()) {
    const { name, version } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'))
    const license = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file))
    if (!license) throw new Error(`${name} is bundled, but has no license file`)
    texts.push(`${name} ${version}\n\n${(await readFile(`${folder}/${license}`, 'utf8')).trim()}`)
  }
  return `Poolkeeper contains the following packages.\n\n${texts.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`
}

/**
 * Returns the folder of the package that a file belongs to; undefined for a file of the project. @param {string} file
 */
function packageFolder(file) {
  return /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]
}

async function main() {
  const isProduction = process.argv.includes('--production')
  await writeAll(isProduction)
  if (!process.argv.includes('--watch')) return
  for (const options of [...createBuildOptions(isProduction), textsBuild])
    await (await context(options)).watch()
  console.log('Watching src for changes.')
}

if (require.main === module) void main()
