import * as v from 'valibot'
import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { AccountArguments } from '../../ui/arguments.ts'
import { ofZoneProvider, type CloudProjectRef, cloudProjectKey } from '../../model/refs.ts'
import type { LabeledAccount } from '../zones/askAccount.ts'

/** An account as it is stored: without its connection. */
const Chosen = v.fallback(
  v.optional(v.object({ ...AccountArguments.entries, cloudAccountLabel: v.optional(v.string()) })),
  undefined,
)

export type CheckedAccounts = ReturnType<typeof createCheckedAccounts>

/** Stores the cloud account that a workspace’s zones are checked against, for one service of a connection. */
export function createCheckedAccounts(workspaceState: vscode.Memento) {
  const changed = new vscode.EventEmitter<void>()
  const keyFor = ({ name, baseUrl }: Connection) => `checkedAccount ${name} ${baseUrl}`
  return {
    of,
    choose,
    /** Fires when an account is selected. */
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
  }

  /** Returns the account of a connection. */
  function of(connection: Connection): LabeledAccount | undefined {
    const chosen = v.parse(Chosen, workspaceState.get(keyFor(connection)))
    return chosen && { ...chosen, connection }
  }

  /** Selects an account for its connection. */
  async function choose({ connection, ...account }: LabeledAccount): Promise<void> {
    await workspaceState.update(keyFor(connection), account)
    changed.fire()
  }
}

/** Returns a function for whether something is of an account, and of its Google Cloud project if it has one. */
export function isOf(account: CloudProjectRef | undefined): (ref: CloudProjectRef) => boolean {
  const identityOf = (one: CloudProjectRef) => cloudProjectKey(ofZoneProvider(one))
  const wanted = account && identityOf(account)
  return (ref) => identityOf(ref) === wanted
}
