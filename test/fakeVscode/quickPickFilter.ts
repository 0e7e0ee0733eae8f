import { compareAnything } from '@codingame/monaco-vscode-api/vscode/vs/base/common/comparers'
import {
  matchesFuzzyIconAware,
  parseLabelWithIcons,
} from '@codingame/monaco-vscode-api/vscode/vs/base/common/iconLabels'
import { type QuickPickItem, QuickPickItemKind } from 'vscode'

/**
 * The items that VS Code shows for what is typed, in its order (its `QuickInputList`): the best match of a
 * label first, then those that match otherwise or are always shown. Headings are no items.
 */
export function filterItems(
  items: readonly QuickPickItem[],
  typed: string,
  { matchOnDescription = false, matchOnDetail = false } = {},
): readonly QuickPickItem[] {
  const all = items.filter(({ kind }) => kind !== QuickPickItemKind.Separator)
  const text = typed.trim()
  if (text === '') return all
  const has = (value = '') => matchesFuzzyIconAware(text, parseLabelWithIcons(value)) !== null
  return all
    .filter(
      ({ label, description, detail, alwaysShow }) =>
        alwaysShow ||
        has(label) ||
        (matchOnDescription && has(description)) ||
        (matchOnDetail && has(detail)),
    )
    .toSorted(({ label: a }, { label: b }) => {
      if (!has(a) || !has(b)) return Number(has(b)) - Number(has(a))
      const [one, other] = [a, b].map((label) => parseLabelWithIcons(label).text.trim())
      return compareAnything(one!, other!, text.toLowerCase())
    })
}
