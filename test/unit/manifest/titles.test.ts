import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../host/paths.ts'

/** What the titles of the tests in each folder of test/unit begin with, so that a title leads to its file. */
const rooms: Record<string, string> = {
  agents: 'Agents',
  api: 'API client',
  bench: 'Benchmark',
  comparison: 'Comparison',
  connectionCheck: 'Connection check',
  connections: 'Connections',
  faults: 'Faults',
  formats: 'Zone formats',
  host: 'Test run',
  inventory: 'Inventory',
  links: 'Links',
  lookups: 'Lookups',
  manifest: 'Manifest',
  poolsInCode: 'Machine pools in code',
  properties: 'Any text',
  sample: 'Sample',
  sandbox: 'Sandbox',
  state: 'State',
  ui: 'User interface',
  zoneChecks: 'Zone checks',
}

/** What the titles of suites in each folder of test/integration begin with: the feature, or what is tried on all. */
const features: Record<string, string> = {
  agents: 'Agents',
  code: 'Code',
  comparison: 'Compare Zones',
  connectionCheck: 'Check Connection',
  connections: 'Connections',
  deletion: 'Deletion',
  faults: 'Faults',
  help: 'Help',
  hostile: 'Any text',
  links: 'Links',
  machinePools: 'Machine Pools',
  model: 'Any actions',
  sample: 'Sample',
  poolsInCode: 'Machine pools in code',
  soak: 'Long run',
  viewCommands: 'View commands',
  web: 'Browser',
  zoneChecks: 'Zone checks',
  zones: 'Zones',
}

describe('Manifest: titles of tests', () => {
  it('begin in unit tests with the room that the folder is', () => {
    const files = globSync('*/*.test.ts', { cwd: join(root, 'test/unit') })
    assert.ok(files.length > 50)
    for (const file of files) {
      const [folder = ''] = file.split(/[/\\]/)
      const start = `${rooms[folder] ?? assert.fail(`Give ${folder} a room here`)}: `
      const text = readFileSync(join(root, 'test/unit', file), 'utf8')
      // Some stand in a loop.
      const titles = titlesIn(text, '').length > 0 ? titlesIn(text, '') : titlesIn(text, '  ')
      assert.ok(titles.length > 0, file)
      for (const title of titles) assert.ok(title?.startsWith(start), `${file}: ${title}`)
    }
  })

  it('begin in integration tests with the feature that the folder is', () => {
    const files = globSync('*/**/*.test.ts', { cwd: join(root, 'test/integration') })
    assert.ok(files.length > 60)
    for (const file of files) {
      const [folder = ''] = file.split(/[/\\]/)
      const start = features[folder] ?? assert.fail(`Give ${folder} a name here`)
      const text = readFileSync(join(root, 'test/integration', file), 'utf8')
      const titles = titlesIn(text, '').length > 0 ? titlesIn(text, '') : titlesIn(text, '  ')
      assert.ok(titles.length > 0, file)
      for (const title of titles) {
        assert.match(title ?? '', new RegExp(`^${start}(?!\\w)`), `${file}: ${title}`)
      }
    }
  })

  it('are in folders that are called as those of features, but for what is tried on all of them', () => {
    const own = new Set(readdirSync(join(root, 'src/features')))
    const others = Object.keys(features).filter((folder) => !own.has(folder))
    assert.deepEqual(others, ['code', 'faults', 'hostile', 'model', 'soak', 'web'])
  })

  it('are found by the scripts that run some of them', () => {
    const titles = globSync('**/*.test.ts', { cwd: join(root, 'test/integration') })
      .map((file) => readFileSync(join(root, 'test/integration', file), 'utf8'))
      .flatMap((text) => [...text.matchAll(/^describe\('(.*)',/gm)].map(([, title = '']) => title))
    for (const script of ['test/bench/soak.ts', 'test/host/faults.ts']) {
      const [, pattern] = /grep: '(.+)'/.exec(readFileSync(join(root, script), 'utf8')) ?? []
      const found = titles.filter((title) => new RegExp(pattern ?? assert.fail(script)).test(title))
      assert.equal(found.length, 1, `${script}: ${pattern}`)
    }
  })
})

function titlesIn(text: string, indent: string): (string | undefined)[] {
  const suites = text.matchAll(new RegExp(`^${indent}describe\\((['"\`])(.*?)\\1`, 'gm'))
  return [...suites].map(([, , title]) => title)
}
