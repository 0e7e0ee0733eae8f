/** Formats JSON for people. Invisible and bidirectional characters are escaped. */
export function prettyJson(value: unknown): string {
  return `${escapeInvisibleJson(JSON.stringify(value, undefined, 2))}\n`
}

/** Escapes invisible and bidirectional characters in JSON, which doesn’t change its meaning. */
export function escapeInvisibleJson(json: string): string {
  return json.replaceAll(/(?![\n ])[\p{C}\p{Z}\p{DI}\u2800]/gu, escaped)
}

function escaped(sign: string): string {
  return Array.from({ length: sign.length }, (_, index) => {
    const code = sign.charCodeAt(index).toString(16).padStart(4, '0')
    return `\\u${code}`
  }).join('')
}
