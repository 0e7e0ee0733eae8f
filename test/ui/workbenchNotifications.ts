import type { Locator, Page } from 'playwright-core'

/** How long a notification may take to pop up before the notification center is opened, in milliseconds. */
const popUpMs = 5_000

/** The notifications: those that pop up, or all in the notification center. */
export class Notifications {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** All visible notifications. */
  get all(): Locator {
    const places = ['toasts', 'center'].map((place) => `.notifications-${place}`)
    return this.#page.locator(places.join(', ')).locator('.notification-list-item')
  }

  /** The notification that contains this text. */
  withText(text: string | RegExp): Locator {
    return this.all.filter({ hasText: text })
  }

  /**
   * Waits for the notification that contains this text. VS Code lets only three pop up within 0.8 seconds, and hides them
   * after a while, so on a slow computer, a notification may be in the notification center only.
   */
  async appear(text: string | RegExp): Promise<void> {
    const message = this.withText(text)
    const poppedUp = message.waitFor({ timeout: popUpMs })
    const isVisible = await poppedUp.then(
      () => true,
      () => false,
    )
    if (isVisible) return
    await this.#page.locator('#status\\.notifications').click()
    await message.waitFor()
  }

  async texts(): Promise<string[]> {
    return await this.all.locator('.notification-list-item-message').allInnerTexts()
  }

  /** Presses a button of the notification that contains this text. */
  async press(text: string | RegExp, button: string): Promise<void> {
    await this.appear(text)
    await this.withText(text).getByRole('button', { name: button, exact: true }).click()
  }

  /** Closes the notification that contains this text. */
  async dismiss(text: string | RegExp): Promise<void> {
    const message = this.withText(text)
    await message.hover()
    await message.getByRole('button', { name: /^(Clear|Close) Notification/ }).click()
    await message.waitFor({ state: 'hidden' })
  }
}
