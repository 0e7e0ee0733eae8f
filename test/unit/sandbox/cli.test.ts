import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { accounts, configs, oddConfigs } from '../../sandbox/data.ts'
import { type Sandbox, startSandbox } from '../../sandbox/service.ts'
import { call, type Page, read, searchPath, zonesPath } from './helpers.ts'

describe('Sandbox: command line', function () {
  // Each test starts a process, on machines of any speed.
  this.timeout(20_000)

  const cli = join(import.meta.dirname, '../../sandbox/cli.ts')
  const zones = zonesPath(accounts.awsProduction, 'us-east-1')
  const running = new Set<ChildProcess>()
  afterEach(() => {
    for (const child of running) child.kill('SIGKILL')
    running.clear()
  })

  function start(...args: string[]) {
    const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(child)
    return child
  }

  async function run(...args: string[]) {
    const child = start(...args)
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    return { stdout, stderr, code: code as unknown }
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`prints one line, serves, and on ${signal} leaves cleanly whatever is pending`, async () => {
      const child = start('--port', '0', '--api-key', 'chosen-key')
      const lines: string[] = []
      const reader = createInterface(child.stdout).on('line', (line) => lines.push(line))
      await once(reader, 'line')
      const { baseUrl, apiKey } = JSON.parse(lines[0] ?? '') as Pick<Sandbox, 'baseUrl' | 'apiKey'>
      assert.equal(apiKey, 'chosen-key')

      const get = () => fetch(baseUrl + zones, { headers: { ApiKey: apiKey } })
      assert.equal((await get()).status, 200)
      for (const fault of [{ stall: 'midBody' }, { delayMs: 3_600_000 }]) {
        await fetch(`${baseUrl}/sandbox/faults`, { method: 'POST', body: JSON.stringify(fault) })
      }
      const stalled = assert.rejects((await get()).text(), TypeError)
      const delayed = assert.rejects(get(), TypeError)
      await arrived(baseUrl, 3)

      child.kill(signal)
      assert.deepEqual(await once(child, 'close'), [0, null])
      await Promise.all([stalled, delayed])
      assert.equal(lines.length, 1)
    })
  }

  it('starts as large and as the options say', async () => {
    const child = start('--clusters', '60', '--pools', '99', '--lookups', 'none')
    const [line] = await once(createInterface(child.stdout), 'line')
    const { baseUrl, apiKey } = JSON.parse(String(line)) as Sandbox
    const sandbox = { baseUrl, apiKey } as Sandbox
    assert.equal((await call(sandbox, 'GET', '/v1/users/info')).status, 404)
    const body = '{"lookups":"all"}'
    await fetch(`${baseUrl}/sandbox/settings`, { method: 'PATCH', body })
    const { listmeta } = await read<Page>(sandbox, searchPath, {}, '{}')
    const always = Object.keys({ ...configs, ...oddConfigs }).length
    assert.equal(listmeta.count, always + 60)
  })

  for (const [args, isLimited, kinds] of [
    [[], true, { ...configs, ...oddConfigs }],
    [['--limits', 'none', '--kinds', 'usual'], false, configs],
  ] as const) {
    it(`is as strict and as varied as a service: ${args.join(' ') || 'by default'}`, async () => {
      const child = start(...args)
      const [line] = await once(createInterface(child.stdout), 'line')
      const sandbox = JSON.parse(String(line)) as Sandbox
      const { listmeta } = await read<Page>(sandbox, searchPath, {}, '{}')
      assert.equal(listmeta.count, Object.keys(kinds).length)
      const many = Array.from({ length: 150 }, () => call(sandbox, 'GET', '/v1/users/info'))
      const statuses = (await Promise.all(many)).map(({ status }) => status)
      assert.equal(statuses.includes(429), isLimited)
    })
  }

  for (const args of [
    ['--clusters', '5001'],
    ['--pools', '-1'],
    ['--lookups', 'some'],
    ['--limits', 'some'],
    ['--kinds', 'odd'],
    ['--prot', '1'],
    ['--port', '65536'],
    ['--port', 'x'],
    ['--api-key', ''],
    ['x'],
  ]) {
    it(`refuses ${args.join(' ')} in one line`, async () => {
      const { stdout, stderr, code } = await run(...args)
      assert.equal(code, 2)
      assert.equal(stdout, '')
      assert.match(stderr, /^sandbox: .+\n$/)
    })
  }

  it('says so when the port is in use', async () => {
    const other = await startSandbox()
    const { port } = new URL(other.baseUrl)
    const { stderr, code } = await run('--port', port)
    await other.close()
    assert.equal(code, 1)
    assert.equal(stderr, `sandbox: port ${port} is in use\n`)
  })

  async function arrived(baseUrl: string, count: number): Promise<void> {
    const requests = async () => (await fetch(`${baseUrl}/sandbox/requests`)).json()
    while (((await requests()) as unknown[]).length < count);
  }
})
