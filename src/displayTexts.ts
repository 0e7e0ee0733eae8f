import * as vscode from 'vscode'

/** Joins sentences. Those of Japanese and Chinese end with a circle, and no space follows. */
export function joinSentences(...sentences: readonly (string | false | undefined)[]): string {
  return sentences
    .filter((sentence): sentence is string => typeof sentence === 'string' && sentence !== '')
    .reduce((text, sentence) => (text === '' ? sentence : joinTwo(text, sentence)), '')
}

function joinTwo(text: string, sentence: string): string {
  // A service’s message may lack the period at its end.
  const hasPeriod = /[.!?:。！？：]$/.test(text)
  const [period, space] = ['ja', 'zh-cn'].includes(vscode.env.language) ? ['。', ''] : ['.', ' ']
  return `${text}${hasPeriod ? '' : period}${space}${sentence}`
}

/** Escapes external text for display on one line (see {@link escapeInvisible}), and shortens long text. */
export function displayText(text: string): string {
  return displayTextUpTo(text, maxDisplayLength)
}

/**
 * Like {@link displayText}, but shortens long text in its middle, where the number of omitted characters is inserted.
 * Names often differ only at their ends.
 */
export function displayTextUpTo(text: string, maxLength: number): string {
  // Only the ends of a long text are escaped: escaping takes time that grows with the square of the length of some
  // texts, such as thousands of combining accents.
  const skippedCount = Math.max(0, text.length - 2 * maxLength)
  const full =
    skippedCount === 0
      ? escapeInvisible(text)
      : escapeInvisible(text.slice(0, maxLength)) + escapeInvisible(text.slice(-maxLength))
  if (full.length <= maxLength) return full
  // A cut within an escape such as `\u{202e}`, or within a character of two UTF-16 units, would leave a part of it:
  // that part is removed.
  const head = full.slice(0, 0.6 * maxLength).replace(/(\\u\{[^}]*|\\u?|[\uD800-\uDBFF])$/, '')
  const tail = full.slice(-0.3 * maxLength).replace(/^(\\?u?\{?[\da-f]*\}|[\uDC00-\uDFFF])/, '')
  const omittedCount = skippedCount + full.length - head.length - tail.length
  return `${head}…+${omittedCount}…${tail}`
}

/** Formats a provider for display. A custom cloud, such as `cloudTypes/acme`, is shown by its name, `acme`. */
export function providerText(provider: string): string {
  return displayText(provider.replace(/^cloudTypes\//, ''))
}

/**
 * The maximum length of external text that is shown in full, in characters. A dialog with several names must fit a
 * small screen.
 */
const maxDisplayLength = 200

/** Escapes invisible and bidirectional characters, so that two names that look the same can be told apart. */
export function escapeInvisible(text: string): string {
  // A fast test for printable ASCII, such as “us-east-1a”, which most texts in long lists are.
  if (/^[!-~\u00B7]+( [!-~\u00B7]+)*$/.test(text)) return text
  // Created on the first call and not when the module is loaded, because a regular expression with such Unicode classes
  // takes milliseconds to compile.
  const invisible =
    /[\p{C}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}|^ | $|(?<= ) |(?!\ufe0f)\p{DI}|(?<!\p{Extended_Pictographic})\ufe0f/gu
  const pattern = text === text.normalize('NFC') ? invisible : orComposing(invisible)
  return text.replace(pattern, escapeCharacter)
}

/**
 * Like {@link displayText}, for text between quotation marks. Quotation marks in the text are escaped, so that it can’t
 * seem to end before its end.
 */
export function displayTextInQuotes(text: string): string {
  return displayText(text).replace(/[“”„「」]/gu, escapeCharacter)
}

function escapeCharacter(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`
}

/**
 * Extends a pattern so that it also matches characters such as combining accents, for text that isn’t in its composed
 * form (NFC) and would look the same in that form.
 */
function orComposing({ source }: RegExp): RegExp {
  return new RegExp(`${source}|[\\p{M}\\u1100-\\u11ff\\u212a\\u212b\\u2126]`, 'gu')
}

/** Formats a UID, together with its name if that is known. */
export function namedUid(uid: string, name: string | undefined): string {
  return name === undefined ? displayText(uid) : `${displayText(name)} (${displayText(uid)})`
}

/**
 * Escapes a message with external text for VS Code, which would render `[text](target)` as a link, even to a command.
 */
export function escapeLinks(message: string): string {
  return message.replaceAll('](', '] (')
}

/** Escapes a label with external text for VS Code, which would render `$(name)` as an icon. */
export function escapeIcons(label: string): string {
  return label.replaceAll('$(', '\\$(')
}

/** Returns the title of a command that needs more input, which ends with an ellipsis in every language. */
export function withEllipsis(title: string): string {
  return `${title}…`
}

/** Joins a label and its value, as a line such as “Region: us-east-1”. */
export function labeledValue(label: string, value: string | number): string {
  return vscode.l10n.t('{0}: {1}', label, value)
}

/** Joins the parts of a tree item’s description with separators. Leaves out missing parts. */
export function joinDescription(...parts: (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(' · ')
}

/** The maximum width of a list of names, in Latin characters: two lines of a dialog. */
const maxListWidth = 108

/** Joins as many of the names as fit two lines of a dialog, and at least one name. “…” stands for those left out. */
export function displayList(names: readonly string[]): string {
  // No more names than characters fit. One more shows that some are left out.
  return joinFitting(names.slice(0, maxListWidth + 1).map(displayText))
}

/** Joins as many of the texts as fit two lines of a dialog, and at least one text. “…” stands for those left out. */
export function joinFitting(texts: readonly string[]): string {
  const shown: string[] = []
  for (const text of texts) {
    const isFull = shown.length > 0 && textWidth([...shown, text].join(', ')) > maxListWidth
    if (isFull) return [...shown, '…'].join(', ')
    shown.push(text)
  }
  return shown.join(', ')
}

/** Returns the width of a text in Latin characters: Chinese and Japanese characters are twice as wide. */
function textWidth(text: string): number {
  return text.length + (text.match(/[\u2e80-\uffef]/g)?.length ?? 0)
}

/**
 * Returns a short text that VS Code doesn’t break at its hyphens and spaces, so that no line of a dialog begins with
 * the end of a zone’s name.
 */
export function withoutBreaks(text: string): string {
  return text.replaceAll('-', '\u2011').replaceAll(' ', '\u00a0')
}

/** Replaces the placeholders `{0}`, `{1}`, … of a translated text by values. */
export function fillPlaceholders(text: string, ...values: string[]): string {
  return text.replaceAll(/\{(\d)\}/g, (placeholder, index) => values[Number(index)] ?? placeholder)
}
