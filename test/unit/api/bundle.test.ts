import assert from 'node:assert/strict'
import { build } from 'esbuild'

describe('API client: The bundled client', () => {
  it('contains ofetch’s entry for the native fetch, and no module of Node.js or VS Code', async () => {
    const { metafile, outputFiles } = await build({
      entryPoints: [new URL('../../../src/api/client.ts', import.meta.url).pathname],
      bundle: true,
      write: false,
      metafile: true,
      minify: true,
      format: 'esm',
      platform: 'neutral', // an import that a browser has not would fail
      conditions: ['worker'],
    })
    const inputs = Object.keys(metafile.inputs)
    assert.ok(inputs.some((path) => path.endsWith('ofetch/dist/index.mjs')))
    assert.ok(!inputs.some((path) => /node-fetch|ofetch\/dist\/node/.test(path)), String(inputs))
    // With a polyfill it would be ten times as much.
    assert.ok((outputFiles[0]?.contents.length ?? Infinity) < 40_000)
  })
})
