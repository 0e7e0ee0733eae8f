import { compareAnything } from '@codingame/monaco-vscode-api/vscode/vs/base/common/comparers'
import {
  matchesFuzzyIconAware,
  parseLabelWithIcons,
} from '@codingame/monaco-vscode-api/vscode/vs/base/common/iconLabels'
import { type QuickPickItem, QuickPickItemKind } from 'vscode'

/**
 * The items that VS Code shows for a typed text, in the order of its `QuickInputList`: the best match of a
 * label first, then items that match otherwise or are always shown. Headings are left out.
 */
export function filterItems(
  items: readonly QuickPickItem[],
  typed: string,
  { matchOnDescription = false, matchOnDetail = false } = {},
): readonly QuickPickItem[] {
  const candidates = items.filter(({ kind }) => kind !== QuickPickItemKind.Separator)
  const text = typed.trim()
  if (text === '') return candidates
  const matches = (value = '') => matchesFuzzyIconAware(text, parseLabelWithIcons(value)) !== null
  return candidates
    .filter(
      ({ label, description, detail, alwaysShow }) =>
        alwaysShow ||
        matches(label) ||
        (matchOnDescription && matches(description)) ||
        (matchOnDetail && matches(detail)),
    )
    .toSorted(({ label: a }, { label: b }) => {
      if (!matches(a) || !matches(b)) return Number(matches(b)) - Number(matches(a))
      const [textA, textB] = [a, b].map((label) => parseLabelWithIcons(label).text.trim())
      return compareAnything(textA!, textB!, text.toLowerCase())
    })
}
