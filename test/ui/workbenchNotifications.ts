import type { Locator, Page } from 'playwright-core'

/** How long a message may take to pop up before it is looked for behind the bell, in milliseconds. */
const popUpMs = 5_000

/** The messages at the lower right: those that pop up, or all of them once the bell is pressed. */
export class Notifications {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Every message to be seen. */
  get all(): Locator {
    const places = ['toasts', 'center'].map((place) => `.notifications-${place}`)
    return this.#page.locator(places.join(', ')).locator('.notification-list-item')
  }

  /** The message that contains this text. */
  withText(text: string | RegExp): Locator {
    return this.all.filter({ hasText: text })
  }

  /**
   * Waits for the message that contains this text. VS Code lets only three pop up within 0.8 seconds,
   * and takes them away in time; on a slow machine one may be found behind the bell only.
   */
  async appear(text: string | RegExp): Promise<void> {
    const message = this.withText(text)
    const poppedUp = message.waitFor({ timeout: popUpMs })
    const isThere = await poppedUp.then(
      () => true,
      () => false,
    )
    if (isThere) return
    await this.#page.locator('#status\\.notifications').click()
    await message.waitFor()
  }

  async texts(): Promise<string[]> {
    return await this.all.locator('.notification-list-item-message').allInnerTexts()
  }

  /** Presses a button of the message that contains this text. */
  async press(text: string | RegExp, button: string): Promise<void> {
    await this.appear(text)
    await this.withText(text).getByRole('button', { name: button, exact: true }).click()
  }

  /** Closes the message that contains this text. */
  async dismiss(text: string | RegExp): Promise<void> {
    const message = this.withText(text)
    await message.hover()
    await message.getByRole('button', { name: /^(Clear|Close) Notification/ }).click()
    await message.waitFor({ state: 'hidden' })
  }
}
