/**
 * JSON for people to read. What is invisible, or turns the direction of writing, stands as an escape,
 * which means the same.
 */
export function prettyJson(value: unknown): string {
  return `${escapeInvisible(JSON.stringify(value, undefined, 2))}\n`
}

/** Writes what is invisible in JSON, or turns the direction of writing, as an escape. */
export function escapeInvisible(json: string): string {
  return json.replaceAll(/(?![\n ])[\p{C}\p{Z}\p{DI}\u2800]/gu, escaped)
}

function escaped(sign: string): string {
  return Array.from({ length: sign.length }, (_, index) => {
    const code = sign.charCodeAt(index).toString(16).padStart(4, '0')
    return `\\u${code}`
  }).join('')
}
