import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../host/paths.ts'
import { isLong } from '../../long.ts'
import { capture } from '../../host/processes.ts'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

describe('Manifest: scripts of package.json', function () {
  // Each test starts a process, on machines of any speed.
  this.timeout(60_000)

  for (const [name, script] of Object.entries(scripts)) {
    const [node, ...program] = script.split(' ')
    const run = (...args: string[]) =>
      capture(process.execPath, [...program, ...args], { cwd: root })

    describe(name, () => {
      it('is a program of Node.js, which is there wherever npm is', () => {
        assert.equal(node, 'node')
      })

      it('answers --help with its usage, and says what its options are', async () => {
        const { code, output } = await run('--help')
        assert.equal(code, 0, output)
        assert.match(output, /^Usage: npm (run )?[\w:]+ \[-- OPTIONS\]\n\n.+\n/)
        assert.match(output, /\n\nOptions:\n( {2}--\S.* {2}\S.*\n)+$/)
        assert.match(output, /\n {2}--help +Show this help\n$/)
      })

      // All read them in one way, `readOptions`, so that one of them shows it by day.
      if (!isLong && name !== 'test') return
      it('refuses an unknown option in one line, with exit code 2', async () => {
        const { code, output } = await run('--bogus')
        assert.match(output, /^[\w:]+: Unknown option '--bogus' \(--help lists the options\)\n$/)
        assert.equal(code, 2)
      })
    })
  }
})
