import type { Locator, Page } from 'playwright-core'

/** The open context menu. */
export class Menu {
  readonly #page: Page
  readonly #menu: Locator

  constructor(page: Page) {
    this.#page = page
    this.#menu = page.locator('.monaco-menu-container')
  }

  /** The labels of the entries, without keyboard shortcuts. */
  get entries(): Locator {
    return this.#menu.locator('.action-item:not(.disabled) .action-label:not(.separator)')
  }

  async labels(): Promise<string[]> {
    return await this.entries.allInnerTexts()
  }

  async choose(text: string): Promise<void> {
    // A menu ignores clicks for a moment after it opens.
    await this.entries.and(this.#page.getByText(text, { exact: true })).hover()
    await this.#page.keyboard.press('Enter')
    await this.#menu.waitFor({ state: 'hidden' })
  }

  async close(): Promise<void> {
    await this.#page.keyboard.press('Escape')
    await this.#menu.waitFor({ state: 'hidden' })
  }
}
