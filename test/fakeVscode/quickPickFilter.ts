import { type QuickPickItem, QuickPickItemKind } from 'vscode'

/**
 * The items that VS Code shows for what is typed, in its order: the best match of a label first, then
 * those that match otherwise or are always shown. Headings are no items.
 */
export function filterItems(
  items: readonly QuickPickItem[],
  typed: string,
  { matchOnDescription = false, matchOnDetail = false } = {},
): readonly QuickPickItem[] {
  const all = items.filter(({ kind }) => kind !== QuickPickItemKind.Separator)
  const text = typed.trim().toLowerCase()
  if (text === '') return all
  const has = (value = '') => read(value).includes(text)
  return all
    .filter(
      ({ label, description, detail, alwaysShow }) =>
        alwaysShow ||
        has(label) ||
        (matchOnDescription && has(description)) ||
        (matchOnDetail && has(detail)),
    )
    .toSorted((a, b) => {
      if (!has(a.label) || !has(b.label)) return Number(has(b.label)) - Number(has(a.label))
      return compareLabels(read(a.label), read(b.label), text)
    })
}

/** What is matched: an icon is no text. */
function read(value: string): string {
  return value.replaceAll(/(?<!\\)\$\([a-z-]+\)/g, '').toLowerCase()
}

/** What begins with the text, the shortest first; what ends with it; the others by their names. */
function compareLabels(a: string, b: string, text: string): number {
  const begin = Number(b.startsWith(text)) - Number(a.startsWith(text))
  if (begin !== 0) return begin
  if (a.startsWith(text) && a.length !== b.length) return a.length - b.length
  const end = Number(b.endsWith(text)) - Number(a.endsWith(text))
  return end === 0 ? a.localeCompare(b) : end
}
