// Preloaded where tests run in plain Node.js: replaces `vscode` by the fake VS Code.
import { registerHooks } from 'node:module'

const replacements: Readonly<Record<string, string>> = {
  vscode: import.meta.resolve('./vscode.ts'),
  [import.meta.resolve('../integration/activating.ts')]: import.meta.resolve('./home.ts'),
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'vscode') return { url: replacements['vscode']!, shortCircuit: true }
    const resolved = next(specifier, context)
    const url = replacements[resolved.url]
    return url === undefined ? resolved : { ...resolved, url }
  },
})

// Imported first, since its own modules import `vscode`, too.
await import('vscode')
