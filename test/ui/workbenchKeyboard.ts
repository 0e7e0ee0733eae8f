import type { Locator, Page } from 'playwright-core'
import { actUntil, until } from './until.ts'
import type { Workbench } from './workbench.ts'

/** What tells a prompt from others. */
interface Prompt {
  title: string
  placeholder?: string
}

/** The hands of somebody who has no mouse, and what is under them. */
export class Keyboard {
  readonly #page: Page
  readonly #workbench: Workbench

  constructor(workbench: Workbench) {
    this.#workbench = workbench
    this.#page = workbench.page
  }

  /** Counts from now on what a mouse or a finger presses. */
  async watchPointer(): Promise<void> {
    await this.#page.evaluate(() => {
      const { dataset } = document.documentElement
      delete dataset['presses']
      const count = () => (dataset['presses'] = 'some')
      window.addEventListener('pointerdown', count, true)
    })
  }

  /** Whether nothing was pressed since then but keys. */
  async hasOnlyPressedKeys(): Promise<boolean> {
    return this.#page.evaluate(() => document.documentElement.dataset['presses'] === undefined)
  }

  /** What has the focus, by its role and name; of a list, the row that the arrows are at. */
  async describeFocused(): Promise<string> {
    return this.#page.evaluate(() => {
      const holder = document.activeElement
      const row = holder?.getAttribute('aria-activedescendant')
      const element = (row ? document.getElementById(row) : null) ?? holder
      const role = element?.getAttribute('role') ?? element?.tagName.toLowerCase() ?? 'nothing'
      const name = element?.getAttribute('aria-label') ?? element?.textContent ?? ''
      return `${role} ${name.trim()}`
    })
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key)
  }

  /**
   * Opens the row that has the focus, and waits for one in it; only then does the arrow lead there. A focus that it led to
   * “Loading…” before would be gone with that row.
   */
  async open(row: Locator, within: Locator): Promise<void> {
    await actUntil(
      'the row is open',
      async () => {
        if ((await row.getAttribute('aria-expanded')) === 'false') await this.press('ArrowRight')
      },
      () => within.isVisible(),
    )
  }

  /** Presses a key until what has the focus is this, one step after the other. */
  async pressUntil(key: string, wanted: RegExp): Promise<void> {
    const passed = [await this.describeFocused()]
    while (!wanted.test(passed.at(-1) ?? '')) {
      passed.push(
        await this.moveFocus(key).catch((error: unknown) => {
          throw new Error(`${key} doesn’t lead to ${String(wanted)}: ${passed.join('; ')}`, {
            cause: error,
          })
        }),
      )
    }
  }

  /** Presses a key, and waits for the focus to move; returns what has it then. */
  async moveFocus(key: string): Promise<string> {
    const before = await this.describeFocused()
    let now = before
    await until(`${key} moves the focus from ${before}`, async () => {
      await this.press(key)
      // A press too many would go past something, so it has the time that so many looks take, which a busy machine
      // lengthens; one that does nothing yet is made again.
      for (let looks = 0; looks < 500 && now === before; looks++) now = await this.describeFocused()
      return now !== before
    })
    return now
  }

  /** Answers a prompt by an entry, once it is listed. */
  async choose(prompt: Prompt, entry: string): Promise<void> {
    await this.#workbench.quickInput.step(prompt).waitFor()
    await this.#waitForInput()
    await this.#page.keyboard.type(entry)
    // What was typed has the same label, and says what it is used as. VS Code doesn't always point at
    // the entry, if it is listed after that: Enter means it all the same.
    const name = new RegExp(`^${entry}(?!.*, (use this|waiting for) )`)
    await this.#page.getByRole('option', { name }).first().waitFor()
    await this.press('Enter')
  }

  /** Waits until what has the focus is this. */
  async waitForFocus(wanted: RegExp): Promise<void> {
    await until(`the focus is on ${String(wanted)}`, async () =>
      wanted.test(await this.describeFocused()),
    )
  }

  /** Runs a command from the palette. */
  async run(title: string): Promise<void> {
    await this.press('F1')
    await this.#waitForInput()
    await this.#page.keyboard.type(title)
    await this.waitForFocus(new RegExp(`^option ${title}`))
    await this.press('Enter')
  }

  /** Answers a prompt, once it asks. */
  async answer(prompt: Prompt, text: string): Promise<void> {
    await this.#workbench.quickInput.step(prompt).waitFor()
    await this.#waitForInput()
    await this.#page.keyboard.type(text)
    await this.press('Enter')
  }

  async #waitForInput(): Promise<void> {
    const { input } = this.#workbench.quickInput
    await until('the box has the focus', () =>
      input.evaluate((element) => element === document.activeElement),
    )
  }
}
