// Preloaded where tests run in plain Node.js: puts the stand-in for VS Code in its place.
import { registerHooks } from 'node:module'

const inPlace: Readonly<Record<string, string>> = {
  vscode: import.meta.resolve('./vscode.ts'),
  [import.meta.resolve('../integration/activating.ts')]: import.meta.resolve('./home.ts'),
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
