import { strict as assert } from 'node:assert'
import { settingIds } from '../../../../src/contributions.ts'
import { configs } from '../../../sandbox/data.ts'
import type { MachinePoolNode } from '../../../../src/ui/trees/nodes.ts'
import { startSandbox, type RecordedRequest, type Sandbox } from '../../../sandbox/service.ts'
import type { Message, CommandRun } from '../../../fakeVscode/dialogs.ts'
import { FakeComputer } from '../../../fakeVscode/computer.ts'
import type { FakeWindow } from '../../../fakeVscode/window.ts'
import { until } from '../../../until.ts'
import { FakeInputBox, type FakeQuickPick } from '../../../fakeVscode/quickInputs.ts'

const { provider, uid: configUid } = configs.checkout

/** The machine pool that the races are about, of two nodes. */
export const pool = { provider, configUid, machinePoolName: 'gpu-inference' }

/** A window with a connection to a service of its own, and whatever else a test opens. */
export class Windows {
  machine!: FakeComputer
  service!: Sandbox
  window!: FakeWindow
  #gate: { fits: (url: string) => boolean; isReached: boolean; open: () => void } | undefined
  #unhandled: unknown[] = []
  readonly #services: Sandbox[] = []
  readonly #onUnhandled = (reason: unknown) => void this.#unhandled.push(reason)

  async begin(): Promise<void> {
    process.on('unhandledRejection', this.#onUnhandled)
    this.machine = new FakeComputer()
    this.machine.begin()
    this.service = await this.startService()
    this.service.drain = 'manual'
    this.window = this.machine.open()
    await this.connect('home', this.service)
  }

  async end(): Promise<void> {
    this.#gate?.open()
    await this.machine.end()
    await Promise.all(this.#services.splice(0).map((service) => service.close()))
    await new Promise((resolve) => setImmediate(resolve)) // an unhandled rejection is told of by now
    process.off('unhandledRejection', this.#onUnhandled)
    assert.deepEqual(this.#unhandled.splice(0), [])
  }

  async startService(): Promise<Sandbox> {
    const service = await startSandbox()
    this.#services.push(service)
    return service
  }

  /** Adds a connection with its key, or writes one anew. */
  async connect(name: string, { baseUrl, apiKey }: Sandbox): Promise<void> {
    const otherEntries = this.machine.connections.filter((entry) => entry.name !== name)
    this.machine.writeSetting(settingIds.connections, [...otherEntries, { name, baseUrl }])
    await this.window.run('setApiKey', { connection: name, apiKey })
  }

  /** Changes all connections of the setting. */
  changeConnections(change: object): void {
    const connections = this.machine.connections.map((entry) => ({ ...entry, ...change }))
    this.machine.writeSetting(settingIds.connections, connections)
  }

  async removeConnection(name: string): Promise<void> {
    const removing = this.window.startCommand('removeConnection', name)
    ;(await this.waitForDialog(removing)).press('Remove Connection')
    await removing.end
  }

  /** The rows of machine pools, once these cloud configs have been read: no other lookup names what is in them. */
  async waitForRows(...configUids: string[]): Promise<MachinePoolNode[]> {
    return until('the rows', async () => {
      const rows = await this.window.pools()
      const isRead = (uid: string) => rows.some((row) => row.configUid === uid && row.facts)
      return configUids.every(isRead) && rows
    })
  }

  async clearHistory(window = this.window): Promise<CommandRun> {
    const run = window.startCommand('showDeletionHistory')
    const list = await until('the list', () => run.prompts[0] as FakeQuickPick | undefined)
    list.pressTitleButton('Clear Deletion History')
    ;(await this.waitForDialog(run)).press('Clear Deletion History')
    await run.end
    return run
  }

  /** Begins a deletion and waits for its question. */
  async openDialog(
    window = this.window,
    target: object = pool,
  ): Promise<{ run: CommandRun; modal: Message }> {
    const run = window.startCommand('deleteMachinePool', target)
    return { run, modal: await this.waitForDialog(run) }
  }

  /** The question for a machine pool, which is answered with Cancel. */
  async declineDialog(target?: object): Promise<Message> {
    const { run, modal } = await this.openDialog(this.window, target)
    modal.press()
    await run.end
    return modal
  }

  async waitForDialog(run: CommandRun): Promise<Message> {
    return until('the question', () => run.modals[0])
  }

  /** Deletes, confirmed, to the end of the command; returns what was told. */
  async delete(window = this.window, target: object = pool): Promise<string[]> {
    const { run, modal } = await this.openDialog(window, target)
    modal.press('Delete Machine Pool')
    await run.end
    return messageTexts(run)
  }

  /** Presses the button of a question that wants more than that, and types it: what ends with this text. */
  async type(run: CommandRun, modal: Message, text: string): Promise<void> {
    const [, button = ''] = modal.buttons
    assert.match(button, /…$/)
    const before = run.prompts.length
    modal.press(button)
    const box = await until('the box', () => run.prompts[before])
    assert.ok(box instanceof FakeInputBox)
    assert.ok(`/${box.placeholder}`.endsWith(`/${text}`), box.placeholder)
    box.answer(box.placeholder)
  }

  /** Keeps requests to a path, of one method or all, from leaving until `open` is called. */
  holdRequests(path: string, of?: string): { isReached: () => boolean; open: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>()
    const gate = { fits: (url: string) => url.includes(path), isReached: false, open: resolve }
    this.#gate = gate
    this.machine.onRequest = async ({ method, url }) => {
      if (!gate.fits(url) || (of ?? method) !== method) return
      gate.isReached = true
      await promise
    }
    return { isReached: () => gate.isReached, open: resolve }
  }

  deletions({ requests } = this.service): RecordedRequest[] {
    return requests.filter(({ method }) => method === 'DELETE')
  }
}

/** What a command told, and which accepted deletions it left to be followed. */
export function messageTexts(run: CommandRun): string[] {
  return [...run.notifications.map(({ text }) => text), ...run.deletionProgressTexts]
}

/** Gives each test of the suite windows of its own, and fails it for an unhandled rejection. */
export function useWindows(): Windows {
  const windows = new Windows()
  beforeEach(() => windows.begin())
  afterEach(() => windows.end())
  return windows
}
