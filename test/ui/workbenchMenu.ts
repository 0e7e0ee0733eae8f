import type { Locator, Page } from 'playwright-core'

/** A context menu, from its opening on. */
export class Menu {
  readonly #page: Page
  readonly #menu: Locator

  constructor(page: Page) {
    this.#page = page
    this.#menu = page.locator('.monaco-menu-container')
  }

  /** The labels of the entries, in which a shortcut doesn't count. */
  get entries(): Locator {
    return this.#menu.locator('.action-item:not(.disabled) .action-label:not(.separator)')
  }

  async labels(): Promise<string[]> {
    return await this.entries.allInnerTexts()
  }

  async choose(text: string): Promise<void> {
    // Not by a click: a menu ignores the mouse for a moment after it opens.
    await this.entries.and(this.#page.getByText(text, { exact: true })).hover()
    await this.#page.keyboard.press('Enter')
    await this.#menu.waitFor({ state: 'hidden' })
  }

  async close(): Promise<void> {
    await this.#page.keyboard.press('Escape')
    await this.#menu.waitFor({ state: 'hidden' })
  }
}
