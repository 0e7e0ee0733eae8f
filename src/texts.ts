import * as vscode from 'vscode'

/** How far the list of clusters has been read, or searched. */
export function clustersSoFar(count: number, total?: number): string {
  return total === undefined || total < count
    ? vscode.l10n.t('{0} clusters so far', count)
    : vscode.l10n.t('{0} of {1} clusters', count, total)
}

/** What is said of a list whose pages never end. */
export function cutTitle(): string {
  return vscode.l10n.t('There may be more')
}

/** Why there may be. */
export function cutText(): string {
  return vscode.l10n.t('The service’s list could not be read to its end.')
}

/**
 * A text from outside, fit for one line that people read; see {@link revealed}. A long one loses its
 * middle and tells how much that is: what stands after it must still be seen, and its end is where
 * names differ.
 */
export function visible(text: string): string {
  const all = revealed(text)
  if (all.length <= longest) return all
  // Not through the middle of a character or of a code.
  const head = all.slice(0, 120).replace(/(\\u\{[^}]*|\\u?|[\uD800-\uDBFF])$/, '')
  const tail = all.slice(-60).replace(/^(\\?u?\{?[\da-f]*\}|[\uDC00-\uDFFF])/, '')
  return `${head}…+${all.length - head.length - tail.length}…${tail}`
}

/** The longest name that is shown whole: a dialog with several must fit a small screen. */
const longest = 200

/**
 * A text from outside in which what is invisible or turns the direction of writing stands as its
 * code, so that none passes for another one.
 */
export function revealed(text: string): string {
  if (/^[!-~·]+( [!-~·]+)*$/.test(text)) return text // most are, and lists are long
  // Made here and not where this file is loaded: activation would wait for it.
  const unseen =
    /[\p{C}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}|^ | $|(?<= ) |(?!\ufe0f)\p{DI}|(?<!\p{Extended_Pictographic})\ufe0f/gu
  const pattern = text === text.normalize('NFC') ? unseen : orComposed(unseen)
  return text.replace(pattern, (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16)}}`)
}

/** In a text that looks the same in another spelling, also what may be composed. */
function orComposed({ source }: RegExp): RegExp {
  return new RegExp(`${source}|[\\p{M}\\u1100-\\u11ff\\u212a\\u212b\\u2126]`, 'gu')
}

/** A uid, and before it what the thing is called, where that is known. */
export function namedUid(uid: string, name: string | undefined): string {
  return name === undefined ? visible(uid) : `${visible(name)} (${visible(uid)})`
}

/** What to call a thing: its user's own label, else what the service calls it now, else did last. */
export function titleOf(
  { label, lastName }: { label?: string | undefined; lastName?: string | undefined } = {},
  name?: string,
): string | undefined {
  return label ?? name ?? lastName
}

/** A message whose parts come from outside: VS Code would make links, even to commands, of `[…](…)`. */
export function plain(message: string): string {
  return message.replaceAll('](', '] (')
}

/** A label whose text comes from outside: VS Code would make an icon of `$(…)`. */
export function withoutIcons(label: string): string {
  return label.replaceAll('$(', '\\$(')
}
