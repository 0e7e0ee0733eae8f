import type { Locator, Page } from 'playwright-core'
import { actUntil } from './until.ts'
import { getRowLabel } from './workbenchLabels.ts'

/** VS Code’s quick input: the command palette, quick picks, and input boxes. */
export class QuickInput {
  /** The whole box; hidden without a prompt. */
  readonly box: Locator
  readonly input: Locator
  readonly items: Locator

  constructor(page: Page) {
    this.box = page.locator('.quick-input-widget')
    this.input = this.box.locator('.quick-input-filter input')
    this.items = this.box.getByRole('option')
  }

  /** Replaces the text of the input, without Enter. */
  async type(text: string, timeout?: number): Promise<void> {
    await this.input.fill(text, timeout === undefined ? {} : { timeout })
  }

  /** Replaces the text of the input, and presses Enter. */
  async submit(text: string): Promise<void> {
    await this.type(text)
    await this.input.press('Enter')
  }

  /** The item with exactly this label, and any description. */
  item(text: string): Locator {
    return this.items.filter({ has: getRowLabel(this.box.page(), text) })
  }

  /** Presses ArrowDown unless the item is active. */
  async activate(text: string): Promise<void> {
    const page = this.box.page()
    const active = this.item(text).and(page.locator('.focused'))
    if (await active.isHidden()) await page.keyboard.press('ArrowDown')
  }

  async pick(text: string): Promise<void> {
    await this.item(text).click()
  }

  /** The box with this title and, if given, this placeholder. */
  step({ title, placeholder }: { title: string; placeholder?: string }): Locator {
    const page = this.box.page()
    const boxWithTitle = this.box.filter({ has: page.getByText(title, { exact: true }) })
    return placeholder === undefined
      ? boxWithTitle
      : boxWithTitle.filter({ has: page.locator(`input[placeholder="${placeholder}"]`) })
  }

  /** Presses Escape until the box is closed. */
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
