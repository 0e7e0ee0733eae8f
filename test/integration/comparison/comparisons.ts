import * as vscode from 'vscode'
import { until } from '../helpers.ts'
import { withOverrides, replace } from '../../replace.ts'

/** What the page of a comparison shows. */
interface Shown {
  titles: string[]
  notes: string[]
  problems: string[]
  status: string
  /** The cells: why each is empty, and its texts, without states and signs. */
  rows: { kind: string; text: string }[][]
  /** The texts alone. */
  cells: string[][]
}

/** A comparison in the editor area, which is the active editor. */
class OpenComparison {
  readonly panel: vscode.WebviewPanel

  constructor(panel: vscode.WebviewPanel) {
    this.panel = withOverrides(panel, {
      get active() {
        return true
      },
    })
  }

  /** What the page shows, once nothing is being read any more, and it shows what is waited for. */
  async shown(isExpected: (shown: Shown) => boolean = () => true): Promise<Shown> {
    const { webview } = this.panel
    return until('what the page shows', () => {
      const shown = !webview.html.includes('Loading…') && read(webview.html)
      return shown && isExpected(shown) && shown
    })
  }
}

function read(html: string): Shown {
  const [head = '', body = ''] = html.split('</thead>')
  const rows = Array.from(body.matchAll(/<tr.*?<\/tr>/g), ([row]) =>
    Array.from(row.matchAll(/<(td|th)(?: class="(\w+)")?.*?<\/\1>/g), ([cell, , kind = '']) => {
      const texts = findTexts(cell, /<span(?: class="name")?>(.*?)<\/span>/g)
      return { kind, text: texts.join(' ').trim() }
    }),
  )
  return {
    titles: findTexts(head, /<th scope="col"[^>]*><span>(.*?)<\/span>/g),
    notes: findTexts(head, /<div class="aside">(.*?)<\/div>/g),
    problems: findTexts(head, /<div class="problem">(.*?)<\/div>/g),
    status: findTexts(head, /role="status">(.*?)</g).join(' '),
    rows,
    cells: rows.map((row) => row.map(({ text }) => text)),
  }
}

function findTexts(html: string, pattern: RegExp): string[] {
  const plain = (text: string) =>
    text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  return Array.from(html.matchAll(pattern), ([, text = '']) => plain(text))
}

/** Gives each test of the suite comparisons of its own, which are closed at its end. */
export function useComparisons() {
  const opened: OpenComparison[] = []
  let restore = () => {}
  beforeEach(() => {
    const { createWebviewPanel } = vscode.window
    restore = replace(vscode.window, 'createWebviewPanel', (...args) => {
      const comparison = new OpenComparison(createWebviewPanel(...args))
      opened.push(comparison)
      return comparison.panel
    })
  })
  afterEach(() => {
    restore()
    for (const { panel } of opened.splice(0)) panel.dispose()
  })
  return {
    opened,
    /** Waits for the first one to be opened, or returns the latest. */
    latest: () => until('a comparison', () => opened.at(-1)),
  }
}
