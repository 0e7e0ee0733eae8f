// Replaces node:util where tests run in a browser: the function that they use.

/** A message whose placeholders, such as `%s`, are replaced by values, as in mocha’s report. */
export function format(message: unknown = '', ...values: unknown[]): string {
  const text = String(message).replaceAll(/%([sdif%])/g, (placeholder, kind) => {
    if (kind === '%') return '%'
    return values.length > 0 ? String(values.shift()) : placeholder
  })
  return [text, ...values.map(String)].join(' ')
}
