// Preloaded where tests run in plain Node.js: puts the stand-in for VS Code in its place.
import { registerHooks } from 'node:module'

const inPlace: Readonly<Record<string, string>> = {
  vscode: new URL('./vscode.ts', import.meta.url).href,
  [new URL('../integration/activating.ts', import.meta.url).href]: new URL(
    './activating.ts',
    import.meta.url,
  ).href,
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'vscode') return { url: inPlace['vscode']!, shortCircuit: true }
    const resolved = next(specifier, context)
    const url = inPlace[resolved.url]
    return url === undefined ? resolved : { ...resolved, url }
  },
})

// First of all: what it is made of imports it in its turn.
await import('vscode')
