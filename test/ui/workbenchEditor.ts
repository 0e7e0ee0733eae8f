import type { Locator, Page } from 'playwright-core'
import { actUntil } from './until.ts'
import type { QuickInput } from './workbenchQuickInput.ts'

/** The text editor that is shown. */
export class Editor {
  readonly #page: Page
  readonly #quickInput: QuickInput

  constructor(page: Page, quickInput: QuickInput) {
    this.#page = page
    this.#quickInput = quickInput
  }

  /** The lines to be seen. */
  get lines(): Locator {
    return this.#page.locator('.editor-instance .view-lines .view-line')
  }

  /** The line that has this text. */
  line(text: string): Locator {
    return this.lines.filter({ hasText: text })
  }

  /** The text to be seen. */
  async text(): Promise<string> {
    const lines = await this.lines.evaluateAll((all) =>
      all
        .map((line) => ({ top: Number.parseFloat(line.style.top), text: line.textContent }))
        .sort((a, b) => a.top - b.top)
        .map(({ text }) => text),
    )
    return lines.join('\n').replaceAll('\u00A0', ' ')
  }

  /**
   * Opens a file of the folder by its path, because VS Code keeps the list of files from before for a while;
   * once more where the list changed under the key.
   */
  async open(file: string): Promise<void> {
    const folder = new URL(this.#page.url()).searchParams.get('folder')
    const tab = this.#page.getByRole('tab', { name: file, selected: true })
    await actUntil(
      `${file} is open`,
      async () => {
        await this.#page.keyboard.press('ControlOrMeta+p')
        await this.#quickInput.type(`${folder}/${file}`)
        const isListed = this.#quickInput.item(file).waitFor({ timeout: 5_000 })
        await isListed.then(
          () => this.#quickInput.input.press('Enter'),
          () => this.#quickInput.cancel(),
        )
      },
      () => tab.isVisible(),
    )
    await this.lines.first().waitFor()
  }

  /** Waits until keys go to it. */
  async waitForFocus(): Promise<void> {
    await this.#page.locator('.editor-instance .monaco-editor.focused').waitFor()
  }

  /** Puts the cursor before a character; both are counted from 1. */
  async goTo(line: number, column: number): Promise<void> {
    await this.#page.keyboard.press('Control+g')
    await this.#quickInput.submit(`:${line}:${column}`)
    await this.#page.getByText(`Ln ${line}, Col ${column}`).waitFor()
  }
}
