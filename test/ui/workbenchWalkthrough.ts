import type { Locator, Page } from 'playwright-core'

/** Our walkthrough, on VS Code's own page. */
export class Walkthrough {
  readonly #page: Page
  readonly #steps: Locator
  readonly title: Locator
  /** The picture of the step that is open, which VS Code puts into a page of its own. */
  readonly picture: Locator

  constructor(page: Page) {
    this.#page = page
    const container = page.locator('.gettingStartedContainer')
    this.#steps = container.locator('.getting-started-step')
    this.title = container.getByText('Get Started with Poolkeeper').last()
    this.picture = page
      .frameLocator('.getting-started-media iframe')
      .frameLocator('iframe#active-frame')
      .locator('svg')
  }

  /** The titles of the steps with a check mark, in order. */
  async completed(): Promise<string[]> {
    const marked = this.#page.locator('[role=checkbox][aria-checked=true]')
    return this.#steps.filter({ has: marked }).locator('.step-title').allInnerTexts()
  }

  /** Opens a step, unless it is open. */
  async open(title: string): Promise<Locator> {
    const step = this.#steps.filter({
      has: this.#page.locator('.step-title').getByText(title, { exact: true }),
    })
    if ((await step.getAttribute('aria-expanded')) !== 'true') await step.click()
    return step
  }

  /** Presses the button of a step. */
  async press(title: string, button: string): Promise<void> {
    const step = await this.open(title)
    await step.getByRole('button', { name: button, exact: true }).click()
  }
}
