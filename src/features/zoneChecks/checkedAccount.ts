import * as vscode from 'vscode'
import type { CloudProjectRef } from '../../inventory/refs.ts'
import { runSteps } from '../../ui/prompts/quickInput.ts'
import { askAccount, type AccountSources, type LabeledAccount } from '../zones/askAccount.ts'

/** Prompts for the cloud account that zones are checked against. Undefined if canceled. */
export async function askCheckedAccount(
  sources: AccountSources,
): Promise<CloudProjectRef | undefined> {
  const title = vscode.l10n.t('Select Account for Zone Checks')
  let account: LabeledAccount | undefined
  const isComplete = await runSteps(title, [
    (info) => askAccount(info, sources, (chosen) => (account = chosen)),
  ])
  return isComplete ? account : undefined
}
