// Finds integration tests that need more than their names say (see ../testFiles.ts), before they break a bundle.
import { build, type Metafile, type Plugin } from 'esbuild'
import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path/posix'
import * as browserAssert from '../integration/web/assert.ts'
import * as browserUtil from '../integration/web/util.ts'
import { canRun } from '../testFiles.ts'
import { root } from './paths.ts'
import { createWebOptions, integrationTestFiles } from './testBundles.ts'

/** A reason why the tests that import a file need the fake, or Node.js. */
interface Need {
  word: 'fake' | 'node'
  /** A phrase such as `imports node:fs`. */
  reason: string
}

/** The parts of the fake that are also for tests in VS Code: what is replaced there, too. */
const sharedFakeParts = /\/fakeVscode\/(dialogs|quickInputs|quickPickFilter)\.ts$/

/** What the fake’s clock alone knows: in a bundle, Poolkeeper’s timers can’t be told from others. */
const fakeOnlyUse = /\btestClock\.(pendingWaits|pendingDelays|allDelays)\b/

/** Global values that a browser doesn’t have, except the variables that its runs have, too. */
const nodeOnlyUse =
  /(?<![.\w])(process(?!\.env\['POOLKEEPER_)|setImmediate|clearImmediate|Buffer|__dirname|import\.meta\.url)\b/

/** Modules of Node.js that a browser has in part. */
const replacedModule = /^node:(assert|util)(\/strict)?$/
const replacements = { assert: browserAssert, util: browserUtil }

/** Keeps what a bundle couldn’t have out of it, so that each import of it is listed. */
const unavailableModules: Plugin = {
  name: 'unavailable modules',
  setup(setup) {
    setup.onResolve({ filter: /.*/ }, ({ path }) => {
      const isFakePart = /\/fakeVscode\//.test(path) && !sharedFakeParts.test(path)
      return isBuiltin(path) || isFakePart ? { path, external: true } : undefined
    })
  },
}

/** Returns a sentence for each test file in test/integration that needs more than its name says. */
export async function findMisnamedTests(files = integrationTestFiles): Promise<string[]> {
  const options = createWebOptions(files)
  const plugins = [unavailableModules, ...options.plugins]
  const { metafile } = await build({
    ...options,
    plugins,
    metafile: true,
    write: false,
    sourcemap: false,
    logLevel: 'silent',
  })
  return files.flatMap((file) => {
    const needs = findNeeds(join('test/integration', file), metafile.inputs)
    const unmet = needs.find(({ word }) => !isNamedFor(word, file))
    if (!unmet) return []
    const name = file.replace(/(\.test)?\.ts$/, `.${unmet.word}.test.ts`)
    return `test/integration/${file} must be called test/integration/${name}, since ${unmet.reason}. See docs/testing.md.`
  })
}

/** Whether a file’s name keeps it out of the hosts that lack what it needs. */
function isNamedFor(word: Need['word'], file: string): boolean {
  return !canRun('web', file) && (word === 'node' || !canRun('node', file))
}

/** Returns what a file and all that it imports need, the needs of the fake first. */
function findNeeds(file: string, inputs: Metafile['inputs']): Need[] {
  const needs: Need[] = []
  const found = new Set([file])
  for (const path of found) {
    needs.push(...findNeedsOfText(path))
    for (const { path: target, external } of inputs[path]?.imports ?? []) {
      if (!external) found.add(target)
      else if (target !== 'vscode' && !replacedModule.test(target)) {
        needs.push(createImportNeed(path, target))
      }
    }
  }
  return needs.sort((a, b) => a.word.localeCompare(b.word))
}

function createImportNeed(path: string, target: string): Need {
  return { word: isBuiltin(target) ? 'node' : 'fake', reason: `${path} imports ${target}` }
}

/** Returns what the text of a test, or of its helpers, needs. All other files run in a browser, too. */
function findNeedsOfText(path: string): Need[] {
  if (!path.startsWith('test/')) return []
  const code = readFileSync(join(root, path), 'utf8').replaceAll(/^ *(\/\/|\/?\*).*| \/\/ .*/gm, '')
  const uses = [
    { word: 'fake', name: fakeOnlyUse.exec(code)?.[0] },
    { word: 'node', name: nodeOnlyUse.exec(code)?.[0] ?? findMissingFunction(code) },
  ] as const
  return uses.flatMap(({ word, name }) =>
    name === undefined ? [] : [{ word, reason: `${path} uses ${name}` }],
  )
}

/** Returns the name of an imported function of `node:assert` or `node:util` that their replacements in a browser lack. */
function findMissingFunction(code: string): string | undefined {
  const assertions = [...code.matchAll(/\bassert\.(\w+)/g)].map(([, name = '']) => name)
  const missing = assertions.find((name) => !(name in browserAssert))
  if (missing !== undefined) return `assert.${missing}`
  for (const [, names = '', module] of code.matchAll(
    /^import \{([^}]*)\} from 'node:(assert|util)(?:\/strict)?'/gm,
  )) {
    const replacement = replacements[module as keyof typeof replacements]
    const lacking = names
      .split(',')
      .map((name) => name.trim().split(' ')[0] ?? '')
      .find((name) => name !== '' && !(name in replacement))
    if (lacking !== undefined) return lacking
  }
  return undefined
}
