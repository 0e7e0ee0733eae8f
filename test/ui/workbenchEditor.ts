import type { Locator, Page } from 'playwright-core'
import { actUntil } from './until.ts'
import type { QuickInput } from './workbenchQuickInput.ts'

/** The visible text editor. */
export class Editor {
  readonly #page: Page
  readonly #quickInput: QuickInput

  constructor(page: Page, quickInput: QuickInput) {
    this.#page = page
    this.#quickInput = quickInput
  }

  /** The visible lines. */
  get lines(): Locator {
    return this.#page.locator('.editor-instance .view-lines .view-line')
  }

  /** The visible line that contains this text. */
  line(text: string): Locator {
    return this.lines.filter({ hasText: text })
  }

  /** The visible text. */
  async text(): Promise<string> {
    const lines = await this.lines.evaluateAll((elements) =>
      elements.map((element) => ({
        top: Number.parseFloat(element.style.top),
        text: element.textContent,
      })),
    )
    // VS Code’s elements are in any order.
    const sorted = lines.sort((a, b) => a.top - b.top).map(({ text }) => text)
    return sorted.join('\n').replaceAll('\u00A0', ' ')
  }

  /**
   * Opens a file of the folder by its full path, because Quick Open may show an older list of files. It is repeated if the
   * list changed before Enter was pressed.
   */
  async open(file: string): Promise<void> {
    const folder = new URL(this.#page.url()).searchParams.get('folder')
    const tab = this.#page.getByRole('tab', { name: file, selected: true })
    await actUntil(
      `${file} is open`,
      async () => {
        await this.#page.keyboard.press('ControlOrMeta+p')
        await this.#quickInput.type(`${folder}/${file}`)
        // VS Code searches for the file, which takes several seconds on a busy computer.
        const isListed = this.#quickInput.item(file).waitFor({ timeout: 15_000 })
        await isListed.then(
          () => this.#quickInput.input.press('Enter'),
          () => this.#quickInput.cancel(),
        )
      },
      () => tab.isVisible(),
    )
    await this.lines.first().waitFor()
  }

  /** Waits until the editor has the focus. */
  async waitForFocus(): Promise<void> {
    await this.#page.locator('.editor-instance .monaco-editor.focused').waitFor()
  }

  /** Moves the cursor before a character. Lines and columns begin with 1. */
  async goTo(line: number, column: number): Promise<void> {
    await this.#page.keyboard.press('Control+g')
    await this.#quickInput.submit(`:${line}:${column}`)
    await this.#page.getByText(`Ln ${line}, Col ${column}`).waitFor()
  }
}
