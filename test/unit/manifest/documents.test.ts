import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../host/paths.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const workflows = globSync('.github/workflows/*.yml', { cwd: root })
const pages = ['README.md', 'PERFORMANCE.md', 'CONTRIBUTING.md', 'SECURITY.md']
const documents = [...pages, '.ci/run', ...workflows]
const { scripts, version } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>
  version: string
}

describe('Manifest: what the documents say', () => {
  it('runs scripts that there are', () => {
    const said = documents.flatMap((file) =>
      [...read(file).matchAll(/\bnpm run ([\w:]+)/g)].map(([, script = '']) => script),
    )
    assert.ok(said.length > 10)
    assert.deepEqual(
      said.filter((script) => !(script in scripts)),
      [],
    )
  })

  it('names files and folders that there are', () => {
    const said = documents.flatMap((file) =>
      [...read(file).matchAll(/`((?:src|test|media|\.ci|\.github)\/[\w./-]*)`/g)].map(
        ([, path = '']) => path,
      ),
    )
    assert.ok(said.length > 10)
    assert.deepEqual(
      said.filter((path) => !existsSync(join(root, path))),
      [],
    )
  })

  it('installs the version that is packed', () => {
    assert.match(read('README.md'), new RegExp(`poolkeeper-${version}\\.vsix`))
  })

  it('starts and tests with one line each', () => {
    const [, commands = ''] = /^## Try it\n[^]*?^```sh\n([^]*?)^```$/m.exec(read('README.md')) ?? []
    assert.deepEqual(
      commands.split('\n').map((line) => line.replace(/ +#.*/, '')),
      ['npm ci && npm start', 'npm ci && npm test', ''],
    )
  })

  it('links to files that there are', () => {
    for (const file of pages) {
      for (const [, path = ''] of read(file).matchAll(/\]\(([^)#:]+)\)/g)) {
        assert.ok(existsSync(join(root, path)), `${file} links to ${path}`)
      }
    }
  })
})

describe('Manifest: the workflows', () => {
  it('use actions of one exact commit, named by its version', () => {
    const uses = workflows.flatMap((file) =>
      [...read(file).matchAll(/uses: (.*)$/gm)].map(([, action = '']) => action),
    )
    assert.ok(uses.length > 4)
    for (const action of uses) assert.match(action, /^[\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('may read the repository, and no more unless they say so', () => {
    for (const file of workflows) {
      assert.match(read(file), /^permissions:\n {2}contents: read\n(?! )/m, file)
    }
  })

  it('run every test each night and before a release', () => {
    assert.match(read('.github/workflows/nightly.yml'), /schedule:\n[^]*run: npm run test:all\n/)
    assert.match(read('.github/workflows/release.yml'), /run: npm run test:all\n[^]*vsce publish/)
  })

  it('test the desktop on each system, on the oldest and the newest VS Code', () => {
    const checks = read('.github/workflows/checks.yml')
    assert.match(checks, /os: \[ubuntu-latest, macos-latest, windows-latest\]/)
    assert.match(checks, /version: \[minimum, newest\]/)
    assert.match(checks, /POOLKEEPER_VSCODE: download/)
  })
})
