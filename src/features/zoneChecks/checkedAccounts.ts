import * as v from 'valibot'
import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { AccountArguments } from '../../ui/arguments.ts'
import { keyOf, ofZoneProvider, type CloudProjectRef } from '../../inventory/refs.ts'
import type { LabeledAccount } from '../zones/askAccount.ts'

const stateKey = 'checkedAccounts'

const Chosen = v.fallback(
  v.array(
    v.object({
      ...AccountArguments.entries,
      connection: v.string(),
      baseUrl: v.string(),
      name: v.optional(v.string()),
    }),
  ),
  [],
)

export type CheckedAccounts = ReturnType<typeof createCheckedAccounts>

/** Stores the cloud account that a workspace’s zones are checked against, for one service of a connection. */
export function createCheckedAccounts(workspaceState: vscode.Memento) {
  const changed = new vscode.EventEmitter<void>()
  const all = () => v.parse(Chosen, workspaceState.get(stateKey))
  return {
    of,
    isChosen,
    /** Returns the name of the selected account as of when it was selected. */
    nameOf: (account: CloudProjectRef) =>
      isChosen(account) ? of(account.connection)?.cloudAccountLabel : undefined,
    choose,
    /** Fires when an account is selected. */
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
  }

  /** Returns the account of a connection. */
  function of(connection: Connection): LabeledAccount | undefined {
    const { name, baseUrl } = connection
    const chosen = all().find((one) => one.connection === name && one.baseUrl === baseUrl)
    if (!chosen) return undefined
    const { provider, cloudAccountUid, project, name: cloudAccountLabel } = chosen
    return { connection, provider, cloudAccountUid, project, cloudAccountLabel }
  }

  function isChosen(account: CloudProjectRef): boolean {
    const chosen = of(account.connection)
    const identityOf = (one: CloudProjectRef) => keyOf('cloudProject', ofZoneProvider(one))
    return chosen !== undefined && identityOf(chosen) === identityOf(account)
  }

  /** Selects an account for its connection. */
  async function choose(account: LabeledAccount): Promise<void> {
    const { provider, cloudAccountUid, project, cloudAccountLabel: name } = account
    const { name: connection, baseUrl } = account.connection
    const others = all().filter((one) => one.connection !== connection)
    const chosen = { connection, baseUrl, provider, cloudAccountUid, project, name }
    await workspaceState.update(stateKey, [...others, chosen])
    changed.fire()
  }
}
