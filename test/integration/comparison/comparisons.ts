import * as vscode from 'vscode'
import { until } from '../helpers.ts'
import { like, replace } from '../../replace.ts'

/** What the page of a comparison shows. */
interface Shown {
  titles: string[]
  notes: string[]
  problems: string[]
  status: string
  /** The cells: why each is empty, and its texts, without states and signs. */
  rows: { kind: string; text: string }[][]
}

/** A comparison in the editor area. */
export class OpenComparison {
  readonly panel: vscode.WebviewPanel

  constructor(panel: vscode.WebviewPanel) {
    this.panel = like(panel, {
      get active() {
        return true
      },
    })
  }

  /** What the page shows, once nothing is being read any more. */
  async shown(): Promise<Shown> {
    const { webview } = this.panel
    const html = await until('a table', () => !webview.html.includes('Loading…') && webview.html)
    const [head = '', body = ''] = html.split('</thead>')
    return {
      titles: textsOf(head, /<th scope="col"[^>]*><span>(.*?)<\/span>/g),
      notes: textsOf(head, /<div class="aside">(.*?)<\/div>/g),
      problems: textsOf(head, /<div class="problem">(.*?)<\/div>/g),
      status: textsOf(head, /role="status">(.*?)</g).join(' '),
      rows: Array.from(body.matchAll(/<tr.*?<\/tr>/g), ([row]) =>
        Array.from(
          row.matchAll(/<(td|th)(?: class="(\w+)")?.*?<\/\1>/g),
          ([cell, , kind = '']) => ({
            kind,
            text: textsOf(cell, /<span>(.*?)<\/span>/g)
              .join(' ')
              .trim(),
          }),
        ),
      ),
    }
  }

  /** Waits until the page shows something. */
  async showing(what: string, isIt: (shown: Shown) => boolean): Promise<Shown> {
    return until(what, async () => {
      const shown = await this.shown()
      return isIt(shown) && shown
    })
  }

  async titles(): Promise<string[]> {
    return (await this.shown()).titles
  }

  /** The problems in the heads of the columns. */
  async problems(): Promise<string[]> {
    return (await this.shown()).problems
  }

  /** The page's rows: their IDs, differences, and the names of their zones. */
  async cells(): Promise<string[][]> {
    return (await this.shown()).rows.map((row) => row.map(({ text }) => text))
  }
}

function textsOf(html: string, pattern: RegExp): string[] {
  const plain = (text: string) =>
    text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  return Array.from(html.matchAll(pattern), ([, text = '']) => plain(text))
}

/** The comparisons that a test opens; they are closed at its end. */
export class Comparisons {
  readonly #opened: OpenComparison[] = []
  #restore = () => {}

  begin(): void {
    const { createWebviewPanel } = vscode.window
    this.#restore = replace(vscode.window, 'createWebviewPanel', (...args) => {
      const opened = new OpenComparison(createWebviewPanel(...args))
      this.#opened.push(opened)
      return opened.panel
    })
  }

  end(): void {
    this.#restore()
    for (const { panel } of this.#opened.splice(0)) panel.dispose()
  }

  /** Waits for the next one to be opened, or looks at the latest. */
  async latest(): Promise<OpenComparison> {
    return until('a comparison', () => this.#opened.at(-1))
  }

  get count(): number {
    return this.#opened.length
  }
}

/** Gives each test of the suite comparisons of its own. */
export function useComparisons(): Comparisons {
  const comparisons = new Comparisons()
  beforeEach(() => comparisons.begin())
  afterEach(() => comparisons.end())
  return comparisons
}
