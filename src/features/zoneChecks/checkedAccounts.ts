import * as v from 'valibot'
import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { AccountArguments } from '../../inventory/places.ts'
import { ofZoneProvider, projectKey, type CloudProjectRef } from '../../inventory/refs.ts'

const stateKey = 'checkedAccounts'

const Chosen = v.array(
  v.object({
    ...AccountArguments.entries,
    connection: v.string(),
    baseUrl: v.string(),
    name: v.optional(v.string()),
  }),
)

/** Stores the cloud account that a workspace’s zones are checked against, for one service of a connection. */
export class CheckedAccounts implements vscode.Disposable {
  readonly #state: vscode.Memento
  readonly #changed = new vscode.EventEmitter<void>()

  /** Fires when an account is selected. */
  readonly onDidChange = this.#changed.event

  constructor(workspaceState: vscode.Memento) {
    this.#state = workspaceState
  }

  /** Returns the account of a connection. */
  of(connection: Connection): CloudProjectRef | undefined {
    const chosen = this.#of(connection)
    if (!chosen) return undefined
    const { provider, cloudAccountUid, project } = chosen
    return { connection, provider, cloudAccountUid, project }
  }

  /** Returns the name of an account as of when it was selected. */
  nameOf(account: CloudProjectRef): string | undefined {
    return this.isChosen(account) ? this.#of(account.connection)?.name : undefined
  }

  /** Returns whether an account is the selected one of its connection. */
  isChosen(account: CloudProjectRef): boolean {
    const chosen = this.of(account.connection)
    return (
      chosen !== undefined &&
      projectKey(ofZoneProvider(chosen)) === projectKey(ofZoneProvider(account))
    )
  }

  /** Selects an account for its connection; `name` is what it is called, if known. */
  async choose(
    { connection, provider, cloudAccountUid, project }: CloudProjectRef,
    name?: string,
  ): Promise<void> {
    const others = this.#all().filter((one) => one.connection !== connection.name)
    const { baseUrl } = connection
    const account = { connection: connection.name, baseUrl, provider, cloudAccountUid }
    const chosen = {
      ...account,
      ...(project !== undefined && { project }),
      ...(name !== undefined && { name }),
    }
    await this.#state.update(stateKey, [...others, chosen])
    this.#changed.fire()
  }

  dispose(): void {
    this.#changed.dispose()
  }

  #of({ name, baseUrl }: Connection) {
    return this.#all().find((one) => one.connection === name && one.baseUrl === baseUrl)
  }

  #all() {
    const read = v.safeParse(Chosen, this.#state.get(stateKey))
    return read.success ? read.output : []
  }
}
