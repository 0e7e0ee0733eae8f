import type { Locator, Page } from 'playwright-core'
import { actUntil, until } from './until.ts'
import type { Workbench } from './workbench.ts'

/** Identifies a prompt. */
interface Prompt {
  title: string
  placeholder?: string
}

/** Uses a workbench without a mouse. */
export class Keyboard {
  readonly #page: Page
  readonly #workbench: Workbench

  constructor(workbench: Workbench) {
    this.#workbench = workbench
    this.#page = workbench.page
  }

  /** Starts to watch for presses of a mouse or a finger. */
  async watchPointer(): Promise<void> {
    await this.#page.evaluate(() => {
      const { dataset } = document.documentElement
      delete dataset['presses']
      const record = () => (dataset['presses'] = 'some')
      window.addEventListener('pointerdown', record, true)
    })
  }

  /** Whether only keys were pressed since `watchPointer`. */
  async hasOnlyPressedKeys(): Promise<boolean> {
    return this.#page.evaluate(() => document.documentElement.dataset['presses'] === undefined)
  }

  /** The role and name of the focused element; in a list, of the active row. */
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
   * Expands the focused row, and waits for a row in it. Before that, an arrow key would move the focus to the row
   * “Loading…”, and the focus would be lost with that row.
   */
  async open(row: Locator, child: Locator): Promise<void> {
    await actUntil(
      'the row is open',
      async () => {
        if ((await row.getAttribute('aria-expanded')) === 'false') await this.press('ArrowRight')
      },
      () => child.isVisible(),
    )
  }

  /** Presses a key until the focused element matches; each time, the focus must move. */
  async pressUntil(key: string, expected: RegExp): Promise<void> {
    const passed = [await this.describeFocused()]
    while (!expected.test(passed.at(-1) ?? '')) {
      passed.push(
        await this.moveFocus(key).catch((error: unknown) => {
          throw new Error(`${key} doesn’t lead to ${String(expected)}: ${passed.join('; ')}`, {
            cause: error,
          })
        }),
      )
    }
  }

  /** Presses a key, and waits until the focus moves. Returns the focused element. */
  async moveFocus(key: string): Promise<string> {
    const before = await this.describeFocused()
    let current = before
    await until(`${key} moves the focus from ${before}`, async () => {
      await this.press(key)
      // A repeated press could move the focus too far. So the wait is a number of checks, which take longer on a busy
      // computer. VS Code may ignore a press, which is then repeated.
      for (let checks = 0; checks < 500 && current === before; checks++) {
        current = await this.describeFocused()
      }
      return current !== before
    })
    return current
  }

  /** Waits until a prompt takes keys. Until then, they would go to the view that had the focus before. */
  async waitForPrompt(prompt: Prompt): Promise<void> {
    await this.#workbench.quickInput.step(prompt).waitFor()
    await this.#waitForInput()
  }

  /** Answers a prompt by an entry of its list. */
  async choose(prompt: Prompt, entry: string): Promise<void> {
    await this.waitForPrompt(prompt)
    await this.#page.keyboard.type(entry)
    // The entry for the typed text has the same label, and a description. VS Code does not always mark the entry as active
    // if it is listed later, but Enter selects it.
    const name = new RegExp(`^${entry}(?!.*, (use this|waiting for) )`)
    await this.#page.getByRole('option', { name }).first().waitFor()
    await this.press('Enter')
  }

  /** Waits until the focused element matches. */
  async waitForFocus(expected: RegExp): Promise<void> {
    await until(`the focus is on ${String(expected)}`, async () =>
      expected.test(await this.describeFocused()),
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

  /** Answers a prompt by a text. */
  async answer(prompt: Prompt, text: string): Promise<void> {
    await this.waitForPrompt(prompt)
    await this.#page.keyboard.type(text)
    await this.press('Enter')
  }

  async #waitForInput(): Promise<void> {
    const { input } = this.#workbench.quickInput
    await until('the box has the focus', () =>
      input.evaluate((element) => element === document.activeElement),
    ).catch(async (cause: unknown) => {
      throw new Error(`The focus is not in the box, but on ${await this.describeFocused()}`, {
        cause,
      })
    })
  }
}
