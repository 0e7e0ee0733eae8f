import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { commandIds, settingIds, viewIds } from '../../src/contributions.ts'
import { pinsKey } from '../../src/pins/pins.ts'
import type { CloudAccount, CloudConfig } from '../sandbox/data.ts'
import { type RecordedRequest, type Sandbox, startSandbox } from '../sandbox/service.ts'
import { testClock } from '../clock.ts'
import { createDialogApi, Dialogs, type Message } from '../fakeVscode/dialogs.ts'
import type { ConnectionEntry } from '../fakeVscode/computer.ts'
import { replace } from '../replace.ts'
import { activate, parts } from './extensionParts.ts'
import { deleteDeletionRecords, readDeletionRecords } from './deletionRecords.ts'
import { type HeldRequests, holdRequests } from './heldRequests.ts'
import { countPendingRequests, trackRequests } from './pendingRequests.ts'
import { readSetting, resetSetting, writeSetting } from './settings.ts'
import { until } from '../until.ts'
import { closeViews, type Row, Views } from './views.ts'

export { until, writeSetting }
export { closeViews, getTreeProvider, type Row, formatTooltip } from './views.ts'

const connectionName = 'sandbox'
let homeSandbox: Sandbox | undefined
/** How many connections tests have added; gives each its own name. */
let addedConnections = 0
/** Whether Poolkeeper is in the state that a session leaves. */
let isClean = false

/**
 * Poolkeeper for one test: connected to a sandbox, and reset at the end. Settings and keys are reset only
 * if a test has changed them, because VS Code writes them slowly.
 */
export class Session extends Views {
  sandbox!: Sandbox
  dialogs!: Dialogs
  /** The name of the connection. */
  readonly name = connectionName
  #sandboxes: Sandbox[] = []
  #entries: unknown[] = []
  #held: HeldRequests[] = []
  /** The commands that run. */
  readonly #running = new Set<Promise<unknown>>()
  #restore: (() => void)[] = []
  #isKeyTouched = true
  #logStart = 0

  async begin(): Promise<void> {
    await activate()
    trackRequests()
    homeSandbox ??= await startSandbox({ lookups: 'none' })
    this.sandbox = homeSandbox
    this.dialogs = new Dialogs()
    // VS Code shows dialogs, messages, and the like to this test’s `dialogs`.
    const { window, env } = createDialogApi(() => this.dialogs)
    this.#restore.push(
      ...Object.entries(window).map(([name, member]) =>
        replace(vscode.window, name as keyof typeof vscode.window, member as never),
      ),
      replace(vscode.env, 'clipboard', env.clipboard),
    )
    if (!isClean) await this.#reset()
    await closeViews()
    // Results that were loaded before this test are invalid.
    await this.run('refreshZones')
    await this.run('refreshMachinePools')
    // A request that arrives late would be taken for one of this test.
    await until('the requests that were sent to be answered', () => countPendingRequests() === 0)
    this.sandbox.requests.length = 0
    this.dialogs = new Dialogs()
    this.#logStart = parts.log.length
    testClock.shorten('retry', 20)
    this.#entries = [this.#home]
    this.#isKeyTouched = false
    const keys = parts.context.secrets.onDidChange(() => (this.#isKeyTouched = true))
    this.#restore.push(() => keys.dispose())
    parts.visibility.set(viewIds.machinePools, false) // hosts differ in this
    isClean = false
  }

  /** Resets Poolkeeper, and checks how it wrote its state, and that no API key is where it must not be. */
  async end(): Promise<void> {
    this.dialogs.closeAll()
    testClock.reset()
    for (const held of this.#held.splice(0)) held.release()
    // A command that runs on would disturb the next test.
    await until('the commands to be over', () => {
      this.dialogs.closeAll()
      if (this.dialogs.isCancellable) this.dialogs.cancel()
      return this.#running.size === 0
    })
    const written = parts.concurrentWrites.splice(0)
    const traces = await this.#collectTraces()
    await this.#reset()
    isClean = true
    this.dialogs.closeAll()
    for (const restore of this.#restore.splice(0)) restore()
    const sandboxes = this.#sandboxes.splice(0)
    await Promise.all(sandboxes.map((sandbox) => sandbox.close()))
    const keys = [this.sandbox, ...sandboxes].map(({ apiKey }) => apiKey)
    const leaks = keys.filter((key) => traces.includes(key))
    assert.equal(leaks.length, 0, 'An API key is where it must not be; see Session.#collectTraces')
    assert.deepEqual(written, [], 'VS Code may lose values that are written at the same time')
  }

  /** Resets to one connection with its API key, and empty views. */
  async #reset(): Promise<void> {
    const { name, sandbox } = this
    const entries = [this.#home]
    const isChanged =
      JSON.stringify(readSetting(settingIds.connections)) !== JSON.stringify(entries)
    if (isChanged) await this.writeConnections(...entries)
    // Poolkeeper expects that a supported lookup stays supported until the key is set again.
    const hadLookups = sandbox.lookups !== 'none'
    sandbox.lookups = 'none'
    if (isChanged || hadLookups || this.#isKeyTouched) {
      await clearKeys()
      await this.setKey(name, sandbox.apiKey)
    }
    const { workspaceState } = parts.context
    if (workspaceState.get<unknown[]>('selectedProjects', []).length > 0) {
      await this.run('selectProject', { projectUid: '', connection: name })
      await workspaceState.update('selectedProjects', undefined) // the command stores “all projects”
    }
    await parts.globalState.update(pinsKey, undefined)
    await deleteDeletionRecords()
    parts.selections.clear()
    parts.visibility.clear()
    sandbox.reset()
  }

  /** The connection that stays between tests. */
  get #home(): ConnectionEntry {
    return { name: this.name, baseUrl: this.sandbox.baseUrl }
  }

  /** All texts of the test in which no API key may be: log, messages, state, settings, files, and environment. */
  async #collectTraces(): Promise<string> {
    const { messages, statusMessages, progress, clipboard } = this.dialogs
    const { globalState, workspaceState } = parts.context
    const states = [globalState, workspaceState].map((state) =>
      state.keys().map((key) => state.get(key)),
    )
    const settings = Object.values(settingIds).map(readSetting)
    const shownTexts = { messages, statusMessages, progress, clipboard }
    const traces = [this.log, shownTexts, states, await readDeletionRecords(), settings]
    return JSON.stringify([...traces, globalThis.process?.env])
  }

  /** Starts another sandbox, which closes at the end of the test. */
  async startSandbox(): Promise<Sandbox> {
    const sandbox = await startSandbox({ lookups: 'none' })
    this.#sandboxes.push(sandbox)
    return sandbox
  }

  /** Writes the connections into the user settings. They may be invalid. */
  async writeConnections(...entries: unknown[]): Promise<void> {
    this.#entries = entries
    await writeSetting(settingIds.connections, entries)
  }

  /** Changes this test’s connection in the settings. */
  async changeConnection(change: Partial<ConnectionEntry>): Promise<void> {
    const changed = this.#entries.map((entry) => {
      const isMain = (entry as ConnectionEntry).name === this.name
      return isMain ? { ...(entry as ConnectionEntry), ...change } : entry
    })
    await this.writeConnections(...changed)
  }

  /** Adds a connection to another sandbox, with its key, after the connections that there are. */
  async addConnection(
    overrides: Partial<ConnectionEntry> = {},
  ): Promise<ConnectionEntry & { sandbox: Sandbox }> {
    const sandbox = await this.startSandbox()
    const entry = { name: `other-${++addedConnections}`, baseUrl: sandbox.baseUrl, ...overrides }
    await this.writeConnections(...this.#entries, entry)
    await this.setKey(entry.name, sandbox.apiKey)
    return { ...entry, sandbox }
  }

  /** The stored API key of a connection’s name and service URL. */
  async getKey(name: string, baseUrl: string): Promise<string | undefined> {
    const { origin } = new URL(baseUrl)
    return parts.context.secrets.get(`apiKey:${JSON.stringify([name, origin])}`)
  }

  /** Deletes the API keys of a connection, and waits until the extension knows. */
  async clearKey(connection = this.name): Promise<void> {
    await clearKeys(connection)
  }

  /** Sets an API key, and waits until the extension knows. */
  async setKey(connection: string, apiKey: string): Promise<void> {
    await waitForKeyChange(() => this.run('setApiKey', { connection, apiKey }))
  }

  /** Runs a command of the extension as VS Code does. */
  async run(command: keyof typeof commandIds, ...args: unknown[]): Promise<unknown> {
    const running = Promise.resolve(vscode.commands.executeCommand(commandIds[command], ...args))
    this.#running.add(running)
    return running.finally(() => this.#running.delete(running))
  }

  /** The dialog of Delete Machine Pool. It is canceled, and no delete request is sent. */
  async readDeletionQuestion(target: unknown): Promise<Message> {
    const sentBefore = this.requests('DELETE').length
    const running = this.run('deleteMachinePool', target)
    const modal = await this.dialogs.modal()
    modal.press()
    await running
    assert.equal(this.requests('DELETE').length, sentBefore)
    return modal
  }

  /** Pins a region in the Zones view by List Zones. */
  async pinRegion({ provider, uid, name }: CloudAccount, region: string): Promise<Row> {
    const query = { provider, cloudAccountUid: uid, region, cloudAccountLabel: name }
    await this.run('listZones', { ...query, connection: this.name })
    return until(`${region} in the view`, () => this.row('zones', name, region))
  }

  /** Pins a machine pool in the Machine Pools view. */
  async pinPool(
    { provider, uid, clusterName }: CloudConfig,
    machinePoolName: string,
    connection = this.name,
  ): Promise<Row> {
    const pool = { connection, provider, configUid: uid, machinePoolName, configLabel: clusterName }
    await this.run('pin', pool)
    return until(`${machinePoolName} in the view`, () =>
      this.row('machinePools', clusterName, machinePoolName),
    )
  }

  /** Holds requests to a path until they are released, at the latest at the end of the test. */
  holdRequests(path: string, method?: string): HeldRequests {
    const held = holdRequests(path, method)
    this.#held.push(held)
    return held
  }

  /** The requests that the sandbox received, without those for events, which nothing waits for. */
  requests(method?: string): RecordedRequest[] {
    return this.sandbox.requests.filter(
      (request) => (!method || request.method === method) && !request.url.includes('/events/'),
    )
  }

  /**
   * The requests for zones that a sandbox received, by the documented path or the provider’s, without
   * the lookups of accounts, projects, and regions.
   */
  zoneRequests({ requests } = this.sandbox): RecordedRequest[] {
    return requests.filter(({ url }) => /\/(availability)?zones\?|\/properties\//.test(url))
  }

  /** The log lines of this test. */
  get log(): string[] {
    return parts.log.slice(this.#logStart).map(({ level, text }) => `${level} ${text}`)
  }
}

after(async () => {
  if (!homeSandbox) return
  isClean = false
  await clearKeys()
  await resetSetting(settingIds.connections)
  await homeSandbox.close()
  homeSandbox = undefined
})

/** Deletes the API keys of a connection or of all, as another window does. */
async function clearKeys(connection?: string): Promise<void> {
  const { secrets } = parts.context
  const prefix = connection === undefined ? 'apiKey:' : `apiKey:[${JSON.stringify(connection)},`
  for (const id of await secrets.keys()) {
    if (!id.startsWith(prefix)) continue
    await waitForKeyChange(() => secrets.delete(id), id)
  }
}

/** Changes an API key, and waits for VS Code’s event. */
async function waitForKeyChange(change: () => PromiseLike<unknown>, id?: string): Promise<void> {
  let hasChanged = false
  const { secrets } = parts.context
  const subscription = secrets.onDidChange(({ key }) => (hasChanged ||= key === (id ?? key)))
  await change()
  await until('the event of the key', () => hasChanged)
  subscription.dispose()
}

/** Gives each test of the suite a new session. */
export function useSession(): Session {
  const session = new Session()
  beforeEach(() => session.begin())
  afterEach(() => session.end())
  return session
}
