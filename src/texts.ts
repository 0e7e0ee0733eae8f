import * as vscode from 'vscode'

/** Joins sentences. Japanese and Chinese have no space between them. */
export function joinSentences(...sentences: readonly (string | false | undefined)[]): string {
  return sentences
    .filter((one): one is string => typeof one === 'string' && one !== '')
    .reduce((text, next) => {
      if (!text) return next
      // What a service says may end without a period.
      const isEnded = /[.!?:。！？：]$/.test(text)
      return isEnded ? vscode.l10n.t('{0} {1}', text, next) : vscode.l10n.t('{0}. {1}', text, next)
    }, '')
}

/** Escapes external text for display on one line (see {@link revealed}), and shortens it. */
export function visible(text: string): string {
  return shortened(text, maxDisplayLength)
}

/**
 * Like {@link visible}. Long text is shortened in the middle, with the number of omitted characters, because names
 * often differ at the end.
 */
export function shortened(text: string, maxLength: number): string {
  const all = revealed(text)
  if (all.length <= maxLength) return all
  // Don’t split a character or an escape.
  const head = all.slice(0, 0.6 * maxLength).replace(/(\\u\{[^}]*|\\u?|[\uD800-\uDBFF])$/, '')
  const tail = all.slice(-0.3 * maxLength).replace(/^(\\?u?\{?[\da-f]*\}|[\uDC00-\uDFFF])/, '')
  return `${head}…+${all.length - head.length - tail.length}…${tail}`
}

/** Returns a provider as people know it: a custom cloud by its own name, without the path before it. */
export function providerText(provider: string): string {
  return visible(provider.replace(/^cloudTypes\//, ''))
}

/** The maximum length that is shown in full; a dialog with several names must fit a small screen. */
const maxDisplayLength = 200

/** Escapes invisible and bidirectional characters, so that no name can pass for another one. */
export function revealed(text: string): string {
  if (/^[!-~\u00B7]+( [!-~\u00B7]+)*$/.test(text)) return text // the common case, for long lists
  // Created here and not at load time: the first regular expression with such classes takes milliseconds.
  const unseen =
    /[\p{C}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}|^ | $|(?<= ) |(?!\ufe0f)\p{DI}|(?<!\p{Extended_Pictographic})\ufe0f/gu
  const pattern = text === text.normalize('NFC') ? unseen : orComposed(unseen)
  return text.replace(pattern, escaped)
}

/** Like {@link visible}, for a name in quotation marks, which it can’t end. */
export function visibleInQuotes(text: string): string {
  return visible(text).replace(/[“”„「」]/gu, escaped)
}

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`
}

/** Extends the pattern to composing characters, for text whose other spelling looks the same. */
function orComposed({ source }: RegExp): RegExp {
  return new RegExp(`${source}|[\\p{M}\\u1100-\\u11ff\\u212a\\u212b\\u2126]`, 'gu')
}

/** Formats a UID with its name, if known. */
export function namedUid(uid: string, name: string | undefined): string {
  return name === undefined ? visible(uid) : `${visible(name)} (${visible(uid)})`
}

/** Escapes a message with external text: VS Code renders `[…](…)` as links, even to commands. */
export function plain(message: string): string {
  return message.replaceAll('](', '] (')
}

/** Escapes a label with external text: VS Code renders `$(…)` as an icon. */
export function withoutIcons(label: string): string {
  return label.replaceAll('$(', '\\$(')
}

/** Joins a label and its value, in a line of its own. */
export function labeled(label: string, value: string | number): string {
  return vscode.l10n.t('{0}: {1}', label, value)
}

/** Joins the parts of a description, without those that are missing. */
export function joinDescription(...parts: (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(' · ')
}

/** The maximum width of a list of names, in Latin characters: two lines of a dialog. */
const maxListWidth = 108

/** Joins the first of these names, at least one. */
export function shortenedList(names: readonly string[]): string {
  return fitting(names.map(visible))
}

/** Joins the first of these texts, at least one. */
export function fitting(texts: readonly string[]): string {
  const shown: string[] = []
  for (const text of texts) {
    const isFull = shown.length > 0 && widthOf([...shown, text].join(', ')) > maxListWidth
    if (isFull) return [...shown, '…'].join(', ')
    shown.push(text)
  }
  return shown.join(', ')
}

/** Returns the width of a text in Latin characters: those of Chinese and Japanese take two. */
function widthOf(text: string): number {
  return text.length + (text.match(/[\u2e80-\uffef]/g)?.length ?? 0)
}

/** Returns a translated text with its placeholders filled. */
export function filled(text: string, ...values: string[]): string {
  return text.replaceAll(/\{(\d)\}/g, (place, index) => values[Number(index)] ?? place)
}
