import * as v from 'valibot'
import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { AccountArguments } from '../../ui/arguments.ts'
import { keyOf, ofZoneProvider, type CloudProjectRef } from '../../inventory/refs.ts'

const stateKey = 'checkedAccounts'

const Chosen = v.array(
  v.object({
    ...AccountArguments.entries,
    connection: v.string(),
    baseUrl: v.string(),
    name: v.optional(v.string()),
  }),
)

export type CheckedAccounts = ReturnType<typeof createCheckedAccounts>

/** Stores the cloud account that a workspace’s zones are checked against, for one service of a connection. */
export function createCheckedAccounts(workspaceState: vscode.Memento) {
  const changed = new vscode.EventEmitter<void>()
  const all = () => {
    const read = v.safeParse(Chosen, workspaceState.get(stateKey))
    return read.success ? read.output : []
  }
  const chosenFor = ({ name, baseUrl }: Connection) =>
    all().find((one) => one.connection === name && one.baseUrl === baseUrl)

  /** Returns the account of a connection. */
  const of = (connection: Connection): CloudProjectRef | undefined => {
    const chosen = chosenFor(connection)
    if (!chosen) return undefined
    const { provider, cloudAccountUid, project } = chosen
    return { connection, provider, cloudAccountUid, project }
  }
  const isChosen = (account: CloudProjectRef): boolean => {
    const chosen = of(account.connection)
    const identityOf = (one: CloudProjectRef) => keyOf('cloudProject', ofZoneProvider(one))
    return chosen !== undefined && identityOf(chosen) === identityOf(account)
  }
  return {
    of,
    isChosen,
    /** Returns the name of the selected account as of when it was selected. */
    nameOf: (account: CloudProjectRef) =>
      isChosen(account) ? chosenFor(account.connection)?.name : undefined,
    /** Selects an account for its connection; `name` is what it is called, if known. */
    choose: async (account: CloudProjectRef, name: string | undefined) => {
      const { provider, cloudAccountUid, project } = account
      const { name: connection, baseUrl } = account.connection
      const others = all().filter((one) => one.connection !== connection)
      const chosen = {
        connection,
        baseUrl,
        provider,
        cloudAccountUid,
        ...(project !== undefined && { project }),
        ...(name !== undefined && { name }),
      }
      await workspaceState.update(stateKey, [...others, chosen])
      changed.fire()
    },
    /** Fires when an account is selected. */
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
  }
}
