import * as vscode from 'vscode'

/** Joins sentences. Japanese and Chinese have no space between them. */
export function joinSentences(...sentences: readonly (string | false | undefined)[]): string {
  return sentences
    .filter((sentence): sentence is string => typeof sentence === 'string' && sentence !== '')
    .reduce((text, sentence) => (text === '' ? sentence : joinTwo(text, sentence)), '')
}

function joinTwo(text: string, sentence: string): string {
  // A service’s message may end without a period.
  const hasPeriod = /[.!?:。！？：]$/.test(text)
  return hasPeriod
    ? vscode.l10n.t('{0} {1}', text, sentence)
    : vscode.l10n.t('{0}. {1}', text, sentence)
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
  const full = revealed(text)
  if (full.length <= maxLength) return full
  // Neither part has a split character or escape at its end.
  const head = full.slice(0, 0.6 * maxLength).replace(/(\\u\{[^}]*|\\u?|[\uD800-\uDBFF])$/, '')
  const tail = full.slice(-0.3 * maxLength).replace(/^(\\?u?\{?[\da-f]*\}|[\uDC00-\uDFFF])/, '')
  const omittedCount = full.length - head.length - tail.length
  return `${head}…+${omittedCount}…${tail}`
}

/** Formats a provider: a custom cloud by its name, without the path before it. */
export function providerText(provider: string): string {
  return visible(provider.replace(/^cloudTypes\//, ''))
}

/** The maximum length that is shown in full; a dialog with several names must fit a small screen. */
const maxDisplayLength = 200

/** Escapes invisible and bidirectional characters, so that no name can pass for another one. */
export function revealed(text: string): string {
  // Plain ASCII is the common case, in long lists.
  if (/^[!-~\u00B7]+( [!-~\u00B7]+)*$/.test(text)) return text
  // Created here and not at load time: the first regular expression with such classes takes milliseconds.
  const invisible =
    /[\p{C}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}|^ | $|(?<= ) |(?!\ufe0f)\p{DI}|(?<!\p{Extended_Pictographic})\ufe0f/gu
  const pattern = text === text.normalize('NFC') ? invisible : orComposing(invisible)
  return text.replace(pattern, escapeCharacter)
}

/** Like {@link visible}, for a name in quotation marks, which it can’t end. */
export function visibleInQuotes(text: string): string {
  return visible(text).replace(/[“”„「」]/gu, escapeCharacter)
}

function escapeCharacter(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`
}

/** Extends a pattern to composing characters, for a text that looks the same with composed ones. */
function orComposing({ source }: RegExp): RegExp {
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

/** Joins a label and its value. */
export function labeled(label: string, value: string | number): string {
  return vscode.l10n.t('{0}: {1}', label, value)
}

/** Joins the parts of a description, without those that are missing. */
export function joinDescription(...parts: (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(' · ')
}

/** The maximum width of a list of names, in Latin characters: two lines of a dialog. */
const maxListWidth = 108

/** Joins as many of the first names as fit, at least one. */
export function shortenedList(names: readonly string[]): string {
  return joinFitting(names.map(visible))
}

/** Joins as many of the first texts as fit, at least one. */
export function joinFitting(texts: readonly string[]): string {
  const shown: string[] = []
  for (const text of texts) {
    const isFull = shown.length > 0 && widthOf([...shown, text].join(', ')) > maxListWidth
    if (isFull) return [...shown, '…'].join(', ')
    shown.push(text)
  }
  return shown.join(', ')
}

/** Returns the width of a text in Latin characters: Chinese and Japanese characters are twice as wide. */
function widthOf(text: string): number {
  return text.length + (text.match(/[\u2e80-\uffef]/g)?.length ?? 0)
}

/** Fills the placeholders of a translated text. */
export function filled(text: string, ...values: string[]): string {
  return text.replaceAll(/\{(\d)\}/g, (placeholder, index) => values[Number(index)] ?? placeholder)
}
