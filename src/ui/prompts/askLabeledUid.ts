import * as vscode from 'vscode'
import type { ItemSource } from './itemSource.ts'
import {
  askChoice,
  askText,
  back,
  substep,
  type Answer,
  type Choice,
  type StepInfo,
} from './quickInput.ts'
import { typedSegment } from './validation.ts'

/** A UID with its label. */
export interface LabeledUid {
  uid: string
  label?: string | undefined
}

type ToChoices = (values: readonly LabeledUid[]) => Choice<LabeledUid>[]

/** Prompts for a UID: a known one by its label, or a new one, for which a label can be entered next. */
export async function askLabeledUid(
  info: StepInfo,
  known: readonly LabeledUid[],
  texts: {
    placeholder: string
    label: string
    /** Further UIDs; the function makes items of those that aren’t known. */
    more: (toChoices: ToChoices) => ItemSource<Choice<LabeledUid>>
  },
): Promise<Answer<LabeledUid>> {
  for (;;) {
    const answer = await askChoice<LabeledUid & { isNew?: true }>(info, {
      placeholder: texts.placeholder,
      choices: known.map((value) => choiceOf(value, vscode.l10n.t('recently used'))),
      more: texts.more(othersThan(known)),
      typed: typedSegment((uid) => ({ uid, isNew: true })),
    })
    if (answer === undefined || answer === back || !answer.isNew) return answer
    const { uid } = answer
    const label = await askText(substep(info), {
      prompt: texts.label,
      placeholder: vscode.l10n.t('Leave empty for no label'),
    })
    if (label === undefined) return undefined
    if (label !== back) return label === '' ? { uid } : { uid, label }
  }
}

function othersThan(known: readonly LabeledUid[]): ToChoices {
  return (values) =>
    values
      .filter(({ uid }) => known.every((one) => one.uid !== uid))
      .map((value) => choiceOf(value, vscode.l10n.t('listed by the service')))
}

function choiceOf(value: LabeledUid, group: string): Choice<LabeledUid> {
  const { uid, label } = value
  const description = label === undefined ? {} : { description: uid }
  return { label: label ?? uid, ...description, uid, value, group }
}
