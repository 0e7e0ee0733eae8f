/**
 * JSON for people to read. What is invisible, or turns the direction of writing, stands as an escape,
 * which means the same.
 */
export function prettyJson(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2)
  return `${text.replaceAll(/(?![\n ])[\p{C}\p{Z}\p{DI}\u2800]/gu, escaped)}\n`
}

function escaped(sign: string): string {
  return Array.from({ length: sign.length }, (_, index) => {
    const code = sign.charCodeAt(index).toString(16).padStart(4, '0')
    return `\\u${code}`
  }).join('')
}
