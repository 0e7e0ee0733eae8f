import * as v from 'valibot'
import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { cloudProjectKey, withZoneProvider, type CloudProjectRef } from '../../model/refs.ts'
import { AccountArguments } from '../../ui/arguments.ts'
import type { LabeledAccount } from './askAccount.ts'

/** An account as it is stored: without its connection. */
const StoredAccount = v.fallback(
  v.optional(v.object({ ...AccountArguments.entries, cloudAccountLabel: v.optional(v.string()) })),
  undefined,
)

/** Stores the cloud account that a workspace’s zones are checked against, for each service of a connection. */
export class SelectedAccounts {
  readonly #workspaceState: vscode.Memento
  readonly #changed = new vscode.EventEmitter<void>()
  /** Fires when an account is selected. */
  readonly onDidChange = this.#changed.event

  constructor(workspaceState: vscode.Memento) {
    this.#workspaceState = workspaceState
  }

  /** Returns the account that is selected for a connection. */
  get(connection: Connection): LabeledAccount | undefined {
    return readSelectedAccount(this.#workspaceState, connection)
  }

  /** Selects an account for its connection. */
  async select({ connection, ...account }: LabeledAccount): Promise<void> {
    await this.#workspaceState.update(storageKey(connection), account)
    this.#changed.fire()
  }

  dispose(): void {
    this.#changed.dispose()
  }
}

/**
 * Returns the account that a workspace’s zones are checked against over a connection. Undefined if none is selected.
 */
export function readSelectedAccount(
  workspaceState: vscode.Memento,
  connection: Connection,
): LabeledAccount | undefined {
  const account = v.parse(StoredAccount, workspaceState.get(storageKey(connection)))
  return account && { ...account, connection }
}

/**
 * Returns the key of the stored account. The URL is part of it: after a change of the URL, the UID may mean nothing.
 */
function storageKey({ name, baseUrl }: Connection): string {
  return `checkedAccount ${name} ${baseUrl}`
}

/**
 * Returns a function for whether a region or account belongs to an account, and to its Google Cloud project if it has
 * one.
 */
export function belongsTo(account: CloudProjectRef | undefined): (ref: CloudProjectRef) => boolean {
  const keyOfAccount = (ref: CloudProjectRef) => cloudProjectKey(withZoneProvider(ref))
  const expectedKey = account && keyOfAccount(account)
  return (ref) => keyOfAccount(ref) === expectedKey
}
