// npm run types | lint | format | format:check | unit | fake
// Other people’s programs, with the few of their options that are useful here.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { grepOption, readOptions } from './options.ts'
import { cacheDir, root } from './paths.ts'
import { capture, pass } from './processes.ts'

const [tool = '', ...args] = process.argv.slice(2)
const tools: Record<string, () => Promise<void>> = {
  types,
  lint,
  format: () => format('--write'),
  'format:check': () => format('--check'),
  // Tests of logic alone.
  unit: () => mocha('.mocharc.json'),
  // Integration tests that need no real VS Code, on a fake one.
  fake: () => mocha('test/fakeVscode/mocharc.cjs'),
}
await tools[tool]?.()

/** All projects at a time: the compiler takes them one after another otherwise. */
async function types(): Promise<void> {
  readOptions({}, args)
  const compile = (project: string) =>
    capture(process.execPath, [program('typescript/bin/tsc'), '-p', project], { cwd: root })
  const results = await Promise.all(['src', 'src/node', 'test'].map(compile))
  for (const { output } of results) process.stdout.write(output)
  process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0
}

async function lint(): Promise<void> {
  const { fix } = readOptions({ fix: { type: 'boolean' } }, args)
  const more = fix ? ['--fix'] : []
  await pass(program('oxlint/bin/oxlint'), ['--type-aware', '--deny-warnings', ...more])
}

async function format(mode: string): Promise<void> {
  readOptions({}, args)
  const cache = ['--cache', '--cache-strategy=content']
  const at = `--cache-location=${join(cacheDir, 'prettier')}`
  await pass(program('prettier/bin/prettier.cjs'), [mode, '--log-level=warn', ...cache, at, '.'])
}

/** Several files at a time. */
async function mocha(config: string): Promise<void> {
  const given = readOptions({ ...grepOption, long: { type: 'boolean' } }, args)
  const parallel = ['--parallel', '--jobs', `${availableParallelism()}`]
  const grep = given.grep === undefined ? [] : ['--grep', given.grep]
  const reporter = ['--reporter', './test/host/report.ts']
  const all = ['--config', config, ...parallel, ...reporter, ...grep]
  await pass(program('mocha/bin/mocha.js'), all, given.long ? { POOLKEEPER_LONG: 'yes' } : {})
}

function program(file: string): string {
  return join(root, 'node_modules', file)
}
