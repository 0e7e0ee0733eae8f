import * as vscode from 'vscode'
import type { Refusal } from '../inventory/refusals.ts'
import { visible } from '../texts.ts'

/** Says what a cloud refused, when, and to which cluster. */
export function refusedText({ instanceType, cluster }: Refusal, when: string): string {
  const what = instanceType === undefined ? vscode.l10n.t('capacity') : visible(instanceType)
  return vscode.l10n.t('refused {0} ({1}, {2})', what, when, visible(cluster))
}
