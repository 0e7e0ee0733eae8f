import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { bundle } from '../../../esbuild.js'
import { comparisonHtml } from '../../../src/features/comparison/comparisonHtml.ts'
import { root } from '../../host/paths.ts'
import { hostileNames } from '../../hostile/names.ts'

const page = {
  script: 'https://file+.vscode-resource.example/dist/webview/comparison.js',
  style: 'https://file+.vscode-resource.example/dist/webview/comparison.css',
  cspSource: 'https://*.vscode-resource.example',
  nonce: '6f1c0d9a-0000-4000-8000-000000000000',
  language: 'en',
  title: 'Compare Zones: us-east-1',
}

describe('Comparison: the page of a comparison', () => {
  it('may load its one script by nonce, its style, and nothing else', () => {
    const [, policy = ''] = /Security-Policy" content="([^"]+)"/.exec(comparisonHtml(page)) ?? []
    assert.deepEqual(policy.replaceAll('&#39;', "'").split('; '), [
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      `style-src ${page.cspSource}`,
      `script-src 'nonce-${page.nonce}'`,
    ])
  })

  it('has no script, handler or style in it', () => {
    const html = comparisonHtml(page)
    assert.deepEqual(html.match(/<script[^]*?<\/script>/g), [
      `<script nonce="${page.nonce}" src="${page.script}"></script>`,
    ])
    assert.doesNotMatch(html, /\son\w+\s*=|\sstyle=|<style|javascript:|unsafe-/i)
  })

  it('takes a hostile title for text', () => {
    for (const title of Object.values(hostileNames)) {
      const html = comparisonHtml({ ...page, title: `"'>${title}` })
      const [, text = ''] = /<title>([^]*)<\/title>/.exec(html) ?? []
      assert.doesNotMatch(text, /[<>"']/)
      assert.equal(html.replace(text, page.title), comparisonHtml(page))
    }
  })

  it('sets what comes from outside as text, and runs none of it', () => {
    const files = globSync('src/features/comparison/page/*.ts', { cwd: root })
    assert.ok(files.length > 0)
    for (const file of files) {
      const code = readFileSync(`${root}/${file}`, 'utf8')
      const dangers =
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|srcdoc|\beval\b|new Function|setAttributeNS|import\(/
      assert.doesNotMatch(code, dangers, file)
    }
  })

  it('is small, and takes nothing of the extension', async () => {
    const built = await bundle({ isProduction: true })
    const files = built.filter(({ path }) => path.startsWith('dist/webview/'))
    assert.deepEqual(files.map(({ path }) => path).sort(), [
      'dist/webview/comparison.css',
      'dist/webview/comparison.js',
    ])
    const inputs = files.flatMap((file) => Object.keys(file.inputs))
    assert.ok(inputs.every((input) => input.startsWith('src/features/comparison/page/')))
    assert.ok(files.every(({ text }) => text.length > 1_000 && text.length < 10_000))
  })

  it('has VS Code’s colours alone', () => {
    const style = readFileSync(`${root}/src/features/comparison/page/comparison.css`, 'utf8')
    assert.doesNotMatch(style, /#[\da-f]{3,8}\b|rgba?\(|hsla?\(|url\(|@import/i)
  })
})
