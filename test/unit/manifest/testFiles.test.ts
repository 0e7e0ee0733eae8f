import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { findMisnamedTests } from '../../host/testNeeds.ts'
import { root } from '../../host/paths.ts'
import { isLong } from '../../long.ts'
import {
  canRun,
  isEveryday,
  isInQuickRun,
  isInUiRun,
  isInWindowRun,
  readWords,
} from '../../testFiles.ts'

describe('Manifest: The name of a test file', () => {
  it('says what its tests need of a host', async () => {
    assert.deepEqual(await findMisnamedTests(), [])
  })

  for (const [file, word, reason] of [
    ['../unit/manifest/layers.test.ts', 'node', 'imports node:fs'],
    ['../unit/deletion/windows.test.ts', 'node', ''],
    ['connections/proxiedLoopback.node.test.ts', undefined, ''],
    ['deletion/races/windows.ts', 'fake', 'imports ../../../fakeVscode/computer.ts'],
    ['helpers.ts', undefined, ''],
  ] as const) {
    it(`must have the word for what the file imports or uses: ${file}, ${word}`, async () => {
      const [mistake = ''] = await findMisnamedTests([file])
      assert.equal(/must be called \S+?\.(fake|node)\.test\.ts/.exec(mistake)?.[1], word, mistake)
      assert.ok(mistake.includes(reason), mistake)
    })
  }

  it('has no unknown word, and none outside of test/integration but `long`, and `change` in test/ui', () => {
    for (const file of globSync('test/**/*.test.ts', { cwd: root })) {
      const words = readWords(file)
      const isIntegration = /^test.integration/.test(file)
      const isUi = /^test.ui/.test(file)
      const isAllowed = (word: string) =>
        word === 'change' ? isUi : isIntegration || word === 'long'
      assert.ok(words.every(isAllowed), file)
    }
    assert.throws(() => readWords('apiKey.everday.test.ts'), /“everday” is none of fake, vscode, /)
  })

  it('selects the hosts that have all it says, and by default all', () => {
    const hostsOf = (file: string) =>
      (['fake', 'node', 'web'] as const).filter((host) => canRun(host, file))
    assert.deepEqual(hostsOf('zones/tree.test.ts'), ['fake', 'node', 'web'])
    assert.deepEqual(hostsOf('zones/tree.long.test.ts'), ['fake', 'node', 'web'])
    assert.deepEqual(hostsOf('zones/tree.fake.test.ts'), ['fake'])
    assert.deepEqual(hostsOf('zones/tree.vscode.test.ts'), ['node', 'web'])
    assert.deepEqual(hostsOf('zones/tree.vscode.node.test.ts'), ['node'])
    assert.deepEqual(hostsOf('zones/tree.browser.test.ts'), ['web'])
  })

  it('lets every change run in VS Code what the fake can’t run, or what hosts differ in', () => {
    assert.ok(isEveryday('zones/tree.vscode.test.ts'))
    assert.ok(isEveryday('apiKey.everyday.test.ts'))
    assert.ok(!isEveryday('zones/tree.test.ts'))
  })

  it('selects the tests for other kinds of windows', () => {
    assert.ok(isInWindowRun('windowKinds.vscode.windows.test.ts'))
    assert.ok(!isInWindowRun('zones/tree.vscode.test.ts'))
  })

  it('selects the UI tests for npm test, for every change, and for long runs', () => {
    const files = ['zones.test.ts', 'key.change.test.ts', 'workspaces.long.test.ts']
    const selectFiles = (options: { change?: boolean; long?: boolean }) =>
      files.filter((file) => isInUiRun(file, options))
    assert.deepEqual(selectFiles({}), files.slice(0, 1))
    assert.deepEqual(selectFiles({ change: true }), files.slice(0, 2))
    assert.deepEqual(selectFiles({ long: true }), files)
  })

  it('adds to long quick runs what can’t run in a browser', () => {
    assert.ok(isInQuickRun('apiKey.everyday.test.ts'))
    assert.ok(!isInQuickRun('zones/tree.test.ts'))
    assert.equal(isInQuickRun('zones/refusals.node.test.ts'), isLong)
  })
})
