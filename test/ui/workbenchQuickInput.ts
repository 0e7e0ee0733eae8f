import type { Locator, Page } from 'playwright-core'
import { actUntil } from './until.ts'
import { getRowLabel } from './workbenchLabels.ts'

/** The box at the top for commands, quick picks and input boxes. */
export class QuickInput {
  /** The whole box; hidden while nothing is asked. */
  readonly box: Locator
  readonly input: Locator
  readonly items: Locator

  constructor(page: Page) {
    this.box = page.locator('.quick-input-widget')
    this.input = this.box.locator('.quick-input-filter input')
    this.items = this.box.getByRole('option')
  }

  /** Replaces what is in the input; doesn't confirm it. */
  async type(text: string, timeout?: number): Promise<void> {
    await this.input.fill(text, timeout === undefined ? {} : { timeout })
  }

  /** Types and presses Enter. */
  async submit(text: string): Promise<void> {
    await this.type(text)
    await this.input.press('Enter')
  }

  /** The item with exactly this label; what stands beside the label doesn't matter. */
  item(text: string): Locator {
    return this.items.filter({ has: getRowLabel(this.box.page(), text) })
  }

  /** Goes down to an item, unless it is active. */
  async activate(text: string): Promise<void> {
    const page = this.box.page()
    const active = this.item(text).and(page.locator('.focused'))
    if (await active.isHidden()) await page.keyboard.press('ArrowDown')
  }

  async pick(text: string): Promise<void> {
    await this.item(text).click()
  }

  /** The box while this step asks: by its title and, where given, the input's placeholder. */
  step({ title, placeholder }: { title: string; placeholder?: string }): Locator {
    const page = this.box.page()
    const titled = this.box.filter({ has: page.getByText(title, { exact: true }) })
    return placeholder === undefined
      ? titled
      : titled.filter({ has: page.locator(`input[placeholder="${placeholder}"]`) })
  }

  /** Presses Escape, again where the box was not ready to take it. */
  async cancel(): Promise<void> {
    await this.box.waitFor()
    await actUntil(
      'the box is closed',
      async () => {
        if (await this.box.isVisible()) await this.box.page().keyboard.press('Escape')
      },
      () => this.box.isHidden(),
    )
  }
}
