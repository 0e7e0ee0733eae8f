import * as vscode from 'vscode'
import type { CapacityRefusal } from '../cloud/capacityRefusals.ts'
import { displayText } from '../displayTexts.ts'

/** Returns the text of a cloud’s refusal of capacity: what was refused, when, and to which cluster. */
export function refusedText(refusal: CapacityRefusal, when: string): string {
  return vscode.l10n.t(
    '{0} refused ({1}, {2})',
    whatOf(refusal),
    when,
    displayText(refusal.cluster),
  )
}

/** Returns the text of a cloud’s refusal of capacity as a sentence that names the zone. */
export function refusedSentence(refusal: CapacityRefusal, zone: string, when: string): string {
  const cluster = displayText(refusal.cluster)
  const what = whatOf(refusal)
  return vscode.l10n.t(
    'No capacity for {0} in {1} for cluster {3} ({2}).',
    what,
    zone,
    when,
    cluster,
  )
}

function whatOf({ instanceType }: CapacityRefusal): string {
  return instanceType === undefined ? vscode.l10n.t('capacity') : displayText(instanceType)
}
