import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { commandIds, settingIds, viewIds } from '../../src/contributions.ts'
import { trackedKey } from '../../src/pins/trackedItems.ts'
import type { CloudAccount, CloudConfig } from '../sandbox/data.ts'
import { type RecordedRequest, type Sandbox, startSandbox } from '../sandbox/service.ts'
import { testClock } from '../clock.ts'
import { dialogMembers, Dialogs, type Message } from '../fakeVscode/dialogs.ts'
import type { Entry } from '../fakeVscode/machine.ts'
import { replace } from '../replace.ts'
import { activate, parts } from './extensionParts.ts'
import { dropDeletions, keptDeletions } from './keptDeletions.ts'
import { type HeldRequests, holdRequests } from './held.ts'
import { readSetting, resetSetting, writeSetting } from './settings.ts'
import { until } from '../until.ts'
import { closeViews, type Row, Views } from './views.ts'

export { until, writeSetting }
export { closeViews, provided, type Row, textOf } from './views.ts'

const homeName = 'sandbox'
let home: Sandbox | undefined
let others = 0
/** Whether Poolkeeper is as a session leaves it. */
let isReset = false

/**
 * One test's Poolkeeper: connected to a sandbox, and as new at its end. Settings and keys are written
 * only where a test has changed them, because VS Code takes its time for that.
 */
export class Session extends Views {
  sandbox!: Sandbox
  dialogs!: Dialogs
  /** The name of the connection. */
  readonly name = homeName
  #sandboxes: Sandbox[] = []
  #entries: unknown[] = []
  #held: HeldRequests[] = []
  /** The commands that the test has begun and that aren't over. */
  readonly #running = new Set<Promise<unknown>>()
  #restore: (() => void)[] = []
  #isKeyTouched = true
  #logStart = 0

  async begin(): Promise<void> {
    await activate()
    home ??= await startSandbox({ lookups: 'none' })
    this.sandbox = home
    this.dialogs = new Dialogs()
    // Dialogs, messages and the like are shown to this test.
    const { window, env } = dialogMembers(() => this.dialogs)
    this.#restore.push(
      ...Object.entries(window).map(([name, member]) =>
        replace(vscode.window, name as keyof typeof vscode.window, member as never),
      ),
      replace(vscode.env, 'clipboard', env.clipboard),
    )
    if (!isReset) await this.#reset()
    await closeViews()
    // What was read before this test counts no more.
    await this.run('refreshZones')
    await this.run('refreshMachinePools')
    this.dialogs = new Dialogs()
    this.#logStart = parts.log.length
    testClock.shorten('retry', 20)
    this.#entries = [this.#home]
    this.#isKeyTouched = false
    const keys = parts.context.secrets.onDidChange(() => (this.#isKeyTouched = true))
    this.#restore.push(() => keys.dispose())
    parts.visibility.set(viewIds.machinePools, false) // in every host alike
    isReset = false
  }

  /** Forgets everything by the ways that a user has. */
  async end(): Promise<void> {
    this.dialogs.closeAll()
    testClock.reset()
    for (const held of this.#held.splice(0)) held.letGo()
    // Nothing of a test reaches the next one.
    await until('the commands to be over', () => {
      this.dialogs.closeAll()
      if (this.dialogs.isCancellable) this.dialogs.cancel()
      return this.#running.size === 0
    })
    const traces = await this.#traces()
    await this.#reset()
    isReset = true
    this.dialogs.closeAll()
    for (const restore of this.#restore.splice(0)) restore()
    const sandboxes = this.#sandboxes.splice(0)
    await Promise.all(sandboxes.map((sandbox) => sandbox.close()))
    const keys = [this.sandbox, ...sandboxes].map(({ apiKey }) => apiKey)
    const leaks = keys.filter((key) => traces.includes(key))
    assert.equal(leaks.length, 0, 'A key has left its place; see what Session.#traces looks at')
  }

  /** Leaves one connection, with its key, and empty views. */
  async #reset(): Promise<void> {
    const { name, sandbox } = this
    const entries = [this.#home]
    const isChanged =
      JSON.stringify(readSetting(settingIds.connections)) !== JSON.stringify(entries)
    if (isChanged) await this.connect(...entries)
    // Lookups that have worked are expected to work from then on, unless the key is set anew.
    const hasOffered = sandbox.lookups !== 'none'
    sandbox.lookups = 'none'
    if (isChanged || hasOffered || this.#isKeyTouched) {
      await clearKeys()
      await this.setKey(name, sandbox.apiKey)
    }
    const { workspaceState } = parts.context
    if (workspaceState.get<unknown[]>('selectedProjects', []).length > 0) {
      await this.run('selectProject', { projectUid: '', connection: name })
      await workspaceState.update('selectedProjects', undefined) // all projects may be selected, too
    }
    await parts.context.globalState.update(trackedKey, undefined)
    await dropDeletions()
    await resetSetting(settingIds.confirmation)
    parts.selection.clear()
    parts.visibility.clear()
    sandbox.reset()
  }

  /** The connection that is left between tests. */
  get #home(): Entry {
    return { name: this.name, baseUrl: this.sandbox.baseUrl }
  }

  /** Everything that a test leaves behind where no key must be. */
  async #traces(): Promise<string> {
    const { messages, statusMessages, progress, clipboard } = this.dialogs
    const { globalState, workspaceState } = parts.context
    const states = [globalState, workspaceState].map((state) =>
      state.keys().map((key) => state.get(key)),
    )
    const settings = Object.values(settingIds).map(readSetting)
    const shown = { messages, statusMessages, progress, clipboard }
    return JSON.stringify([this.log, shown, states, await keptDeletions(), settings])
  }

  /** Starts another service. */
  async startSandbox(): Promise<Sandbox> {
    const sandbox = await startSandbox({ lookups: 'none' })
    this.#sandboxes.push(sandbox)
    return sandbox
  }

  /** Writes the connections into the user's settings, as the user would; they may be broken. */
  async connect(...entries: unknown[]): Promise<void> {
    this.#entries = entries
    await writeSetting(settingIds.connections, entries)
  }

  /** Changes this test's connection in the settings, and leaves the others. */
  async reconnect(change: Partial<Entry>): Promise<void> {
    const isOwn = (entry: unknown) => (entry as Entry).name === this.name
    await this.connect(
      ...this.#entries.map((entry) => (isOwn(entry) ? { ...(entry as Entry), ...change } : entry)),
    )
  }

  /** Adds a connection to another sandbox, with its key; this test's own stays the first. */
  async connectAnother(more: Partial<Entry> = {}): Promise<Entry & { sandbox: Sandbox }> {
    const sandbox = await this.startSandbox()
    const entry = { name: `other-${++others}`, baseUrl: sandbox.baseUrl, ...more }
    await this.connect(...this.#entries, entry)
    await this.setKey(entry.name, sandbox.apiKey)
    return { ...entry, sandbox }
  }

  /** The key that is kept for a connection's address. */
  async keyOf(name: string, baseUrl: string): Promise<string | undefined> {
    const { origin } = new URL(baseUrl)
    return parts.context.secrets.get(`apiKey:${JSON.stringify([name, origin])}`)
  }

  /** Removes the keys of a connection, and waits until that has gone round. */
  async clearKey(connection = this.name): Promise<void> {
    await clearKeys(connection)
  }

  /** Sets a key, and waits until that has gone round. */
  async setKey(connection: string, apiKey: string): Promise<void> {
    await whenKeyIsHeard(() => this.run('setApiKey', { connection, apiKey }))
  }

  /** Runs a command of the extension as VS Code does. */
  async run(command: keyof typeof commandIds, ...args: unknown[]): Promise<unknown> {
    const running = Promise.resolve(vscode.commands.executeCommand(commandIds[command], ...args))
    this.#running.add(running)
    return running.finally(() => this.#running.delete(running))
  }

  /** The question before the deletion of a machine pool. It is answered with Cancel, and nothing is sent. */
  async question(target: unknown): Promise<Message> {
    const sent = this.requests('DELETE').length
    const asking = this.run('deleteMachinePool', target)
    const modal = await this.dialogs.modal()
    modal.press()
    await asking
    assert.equal(this.requests('DELETE').length, sent)
    return modal
  }

  /** Keeps a region in the Zones view by listing its zones. */
  async addRegion({ provider, uid, name }: CloudAccount, region: string): Promise<Row> {
    const query = { provider, cloudAccountUid: uid, region, cloudAccountLabel: name }
    await this.run('listZones', { ...query, connection: this.name })
    return until(`${region} in the view`, () => this.row('zones', name, region))
  }

  /** Keeps a machine pool in its view. */
  async addPool(
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

  /** Keeps requests to a path from leaving until they are let go. */
  hold(path: string, method?: string): HeldRequests {
    const held = holdRequests(path, method)
    this.#held.push(held)
    return held
  }

  /** The requests that the sandbox has had, of one method or all, but for events, which nobody waits for. */
  requests(method?: string): RecordedRequest[] {
    return this.sandbox.requests.filter(
      (request) => (!method || request.method === method) && !request.url.includes('/events/'),
    )
  }

  /**
   * The requests for zones that a sandbox has had, by the documented path or a provider's own: the
   * lookups of accounts, projects and regions are asked for beside them.
   */
  zoneRequests({ requests } = this.sandbox): RecordedRequest[] {
    return requests.filter(({ url }) => /\/(availability)?zones\?|\/properties\//.test(url))
  }

  /** The log lines of this test. */
  get log(): string[] {
    return parts.log.slice(this.#logStart).map(({ level, text }) => `${level} ${text}`)
  }
}

// After all tests.
after(async () => {
  if (!home) return
  isReset = false
  await clearKeys()
  await resetSetting(settingIds.connections)
  await home.close()
  home = undefined
})

/** Removes the keys of a connection, or of all, as another window does it. */
async function clearKeys(connection?: string): Promise<void> {
  const { secrets } = parts.context
  const prefix = connection === undefined ? 'apiKey:' : `apiKey:[${JSON.stringify(connection)},`
  for (const id of await secrets.keys()) {
    if (!id.startsWith(prefix)) continue
    await whenKeyIsHeard(() => secrets.delete(id), id)
  }
}

/** Does something to a key, and waits for the news of it. */
async function whenKeyIsHeard(act: () => PromiseLike<unknown>, id?: string): Promise<void> {
  let isHeard = false
  const { secrets } = parts.context
  const subscription = secrets.onDidChange(({ key }) => (isHeard ||= key === (id ?? key)))
  await act()
  await until('the news of the key', () => isHeard)
  subscription.dispose()
}

/** Gives each test of the suite a session of its own. */
export function useSession(): Session {
  const session = new Session()
  beforeEach(() => session.begin())
  afterEach(() => session.end())
  return session
}
