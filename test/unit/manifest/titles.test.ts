import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
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
  lookups: 'Lookups',
  manifest: 'Manifest',
  properties: 'Any text',
  sandbox: 'Sandbox',
  state: 'State',
  ui: 'User interface',
  zoneChecks: 'Zone checks',
}

describe('Manifest: titles of unit tests', () => {
  const files = globSync('*/*.test.ts', { cwd: join(root, 'test/unit') }).sort()

  it('begin with the room that the folder is', () => {
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
})

function titlesIn(text: string, indent: string): (string | undefined)[] {
  const suites = text.matchAll(new RegExp(`^${indent}describe\\((['"\`])(.*?)\\1`, 'gm'))
  return [...suites].map(([, , title]) => title)
}
