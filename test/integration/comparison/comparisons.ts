import * as vscode from 'vscode'
import type { Shown } from '../../../src/features/comparison/pageMessages.ts'
import { comparisonPanelType } from '../../../src/contributions.ts'
import { parts } from '../extensionParts.ts'
import { until } from '../helpers.ts'
import { like, replace } from '../../replace.ts'

/** A comparison in the editor area, whose page is the test. */
export class OpenComparison {
  readonly panel: vscode.WebviewPanel
  /** What the page was told, in order. */
  readonly told: Shown[] = []
  isClosed = false
  readonly #asked = new vscode.EventEmitter<unknown>()

  constructor(panel: vscode.WebviewPanel) {
    const { webview } = panel
    panel.onDidDispose(() => (this.isClosed = true))
    const own = like(webview, {
      onDidReceiveMessage: this.#asked.event,
      postMessage: async (message: Shown) => this.told.push(message) > 0,
    })
    this.panel = like(panel, {
      get webview() {
        return own
      },
      get visible() {
        return true
      },
      get active() {
        return true
      },
    })
  }

  /** Sends a message as the page does, or as one that is not ours. */
  ask(request: unknown): void {
    this.#asked.fire(request)
  }

  /** What the page shows, once nothing is being read any more. */
  async shown(): Promise<Shown> {
    return until('a table', () => {
      const last = this.told.at(-1)
      return last?.columns.every(({ note }) => note !== 'Loading…') && last
    })
  }

  /** Waits until the page shows something. */
  async showing(what: string, isIt: (shown: Shown) => boolean): Promise<Shown> {
    return until(what, async () => {
      const shown = await this.shown()
      return isIt(shown) && shown
    })
  }

  /** The columns' titles. */
  async titles(): Promise<string[]> {
    return (await this.shown()).columns.map(({ title }) => title)
  }

  /** The problems in the heads of the columns. */
  async problems(): Promise<string[]> {
    return (await this.shown()).columns.flatMap(({ problems = [] }) => problems)
  }

  /** The page's rows: their IDs, differences, and the names of their zones. */
  async cells(): Promise<string[][]> {
    return (await this.shown()).rows.map((row) =>
      row.map(({ lines }) =>
        lines
          .flat()
          .flatMap(({ text, kind }) => (kind === undefined && text !== ' ' ? text : []))
          .join(' '),
      ),
    )
  }
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

  /** Has a panel filled as after a reload of the window. */
  async restore(state: unknown): Promise<OpenComparison> {
    const { Active } = vscode.ViewColumn
    vscode.window.createWebviewPanel(comparisonPanelType, 'Restored', Active)
    const opened = this.#opened.at(-1)!
    await parts.serializers.get(comparisonPanelType)?.deserializeWebviewPanel(opened.panel, state)
    return opened
  }
}

/** Gives each test of the suite comparisons of its own. */
export function useComparisons(): Comparisons {
  const comparisons = new Comparisons()
  beforeEach(() => comparisons.begin())
  afterEach(() => comparisons.end())
  return comparisons
}
