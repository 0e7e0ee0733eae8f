import type { Locator, Page } from 'playwright-core'

/** The messages that pop up at the lower right. */
export class Notifications {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Every message to be seen. */
  get all(): Locator {
    return this.#page.locator('.notifications-toasts .notification-list-item')
  }

  /** The message that contains this text. */
  with(text: string | RegExp): Locator {
    return this.all.filter({ hasText: text })
  }

  async texts(): Promise<string[]> {
    return await this.all.locator('.notification-list-item-message').allInnerTexts()
  }

  /** Presses a button of the message that contains this text. */
  async press(text: string | RegExp, button: string): Promise<void> {
    await this.with(text).getByRole('button', { name: button, exact: true }).click()
  }

  /** Closes the message that contains this text. */
  async dismiss(text: string | RegExp): Promise<void> {
    const message = this.with(text)
    await message.hover()
    await message.getByRole('button', { name: /^(Clear|Close) Notification/ }).click()
    await message.waitFor({ state: 'hidden' })
  }
}
