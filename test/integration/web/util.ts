// Takes the place of node:util where tests run in a browser: as much of it as they use.

/** A message with its values in the place of `%s` and the like, as mocha words its report. */
export function format(message: unknown = '', ...values: unknown[]): string {
  const text = String(message).replaceAll(/%([sdif%])/g, (placeholder, kind) =>
    kind === '%' ? '%' : values.length > 0 ? String(values.shift()) : placeholder,
  )
  return [text, ...values.map(String)].join(' ')
}
