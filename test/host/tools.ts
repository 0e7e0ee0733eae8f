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
  format: () => format('format', '--write', 'Formats all files.'),
  'format:check': () => format('format:check', '--check', 'Fails if a file isn’t formatted.'),
  unit: () =>
    mocha('unit', 'Runs the tests of logic alone, several files at a time.', '.mocharc.json'),
  fake: () =>
    mocha(
      'fake',
      'Runs the integration tests that need no real VS Code on a fake one, several files at a time.',
      'test/fakeVscode/mocharc.cjs',
    ),
}
await tools[tool]?.()

/** All projects at a time: the compiler takes them one after another otherwise. */
async function types(): Promise<void> {
  const summary = 'Checks the types of sources and tests with the TypeScript compiler.'
  readOptions({ name: 'types', summary, options: {} }, args)
  const compile = (project: string) =>
    capture(process.execPath, [program('typescript/bin/tsc'), '-p', project], { cwd: root })
  const results = await Promise.all(['src', 'src/node', 'test'].map(compile))
  for (const { output } of results) process.stdout.write(output)
  process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0
}

async function lint(): Promise<void> {
  const { fix } = readOptions(
    {
      name: 'lint',
      summary: 'Checks sources and tests with oxlint, by their types too.',
      options: { fix: { help: 'Fix what can be fixed automatically' } },
    },
    args,
  )
  const more = fix ? ['--fix'] : []
  await pass(program('oxlint/bin/oxlint'), ['--type-aware', '--deny-warnings', ...more])
}

async function format(name: string, mode: string, summary: string): Promise<void> {
  readOptions({ name, summary, options: {} }, args)
  const cache = ['--cache', '--cache-strategy=content']
  const at = `--cache-location=${join(cacheDir, 'prettier')}`
  await pass(program('prettier/bin/prettier.cjs'), [mode, '--log-level=warn', ...cache, at, '.'])
}

async function mocha(name: string, summary: string, config: string): Promise<void> {
  const jobs = availableParallelism()
  const given = readOptions(
    {
      name,
      summary,
      options: {
        grep: grepOption,
        long: {
          help: 'Run more of the random tests, such as 200,000 insertions; may take an hour',
        },
        jobs: { range: [1, 64], help: `How many files at a time; ${jobs} by default` },
      },
    },
    args,
  )
  const parallel = ['--parallel', '--jobs', `${given.jobs ?? jobs}`]
  const grep = given.grep === undefined ? [] : ['--grep', given.grep]
  const reporter = ['--reporter', './test/host/report.ts']
  const all = ['--config', config, ...parallel, ...reporter, ...grep]
  await pass(program('mocha/bin/mocha.js'), all, given.long ? { POOLKEEPER_LONG: 'yes' } : {})
}

function program(file: string): string {
  return join(root, 'node_modules', file)
}
