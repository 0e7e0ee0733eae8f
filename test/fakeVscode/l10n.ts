interface Text {
  message: string
  args?: unknown[] | Record<string, unknown>
}

/** Fills a text’s places as `vscode.l10n.t` does, in English. */
export function translate(text: string | Text, ...args: unknown[]): string {
  const { message, args: given = [] } = typeof text === 'string' ? { message: text, args } : text
  const [first] = Array.isArray(given) ? given : [given]
  const values = typeof first === 'object' && first !== null ? first : given
  return message.replaceAll(/\{(\w+)\}/g, (place, key: string) => {
    const value = (values as Record<string, string | number | undefined>)[key]
    return value === undefined ? place : String(value)
  })
}
