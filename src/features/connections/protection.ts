import * as vscode from 'vscode'
import { protections, type Protection } from '../../connections/connection.ts'
import { joinDescription } from '../../texts.ts'
import { askChoice, type Answer, type StepInfo } from '../../ui/prompts/quickInput.ts'
import { protectionAppearance } from '../../ui/protectionTexts.ts'

/** Prompts for the protection of a connection, the one selected so far first. */
export function askProtection(
  info: StepInfo,
  current: Protection,
  selected = current,
): Promise<Answer<Protection>> {
  const levels = [selected, ...protections.filter((one) => one !== selected)]
  return askChoice<Protection>(info, {
    placeholder: vscode.l10n.t('Select how to protect the connection from deletions'),
    choices: levels.map((protection) => {
      const { icon, label, detail } = protectionAppearance(protection)
      const mark = protection === current && vscode.l10n.t('current')
      return { label, icon, description: joinDescription(detail, mark), value: protection }
    }),
  })
}
