import type { Locator, Page } from 'playwright-core'
import { actUntil } from './until.ts'
import { getRowLabel } from './workbenchLabels.ts'
import { Menu } from './workbenchMenu.ts'

/** One of our views: a header with actions, and a tree or a welcome text under it. */
export class View {
  readonly #page: Page
  readonly #pane: Locator
  readonly header: Locator
  /** What is shown in place of an empty tree. */
  readonly welcome: Locator

  constructor(page: Page, name: string) {
    this.#page = page
    // The description stands between the two.
    this.header = page.getByRole('button', { name: new RegExp(`^${name} (.* )?Section`) })
    this.#pane = page.locator('.pane').filter({ has: this.header })
    this.welcome = this.#pane.locator('.welcome-view-content')
  }

  /** The items to be seen; VS Code keeps none for what is scrolled out of sight. */
  get items(): Locator {
    return this.#pane.getByRole('treeitem')
  }

  /** The items that are selected. */
  get selected(): Locator {
    return this.#pane.locator('[role=treeitem][aria-selected=true]')
  }

  /** The items with exactly this label. */
  item(text: string): Locator {
    return this.items.filter({ has: getRowLabel(this.#page, text) })
  }

  async labels(): Promise<string[]> {
    return await this.items.locator('.label-name').allInnerTexts()
  }

  /**
   * Opens an item with children; nothing happens if it is open. Where it opens by itself just then,
   * or the view is refreshed, the click does something else: then once more.
   */
  async expand(text: string): Promise<void> {
    const item = this.item(text)
    const open = item.and(this.#page.locator('[aria-expanded=true]'))
    const isOpening = () => item.locator('.codicon-tree-item-loading').isVisible()
    await actUntil(
      `${text} is open`,
      async () => {
        const isClosed = (await item.getAttribute('aria-expanded')) === 'false'
        if (isClosed && !(await isOpening())) await this.#click(item)
      },
      () => open.isVisible(),
    )
  }

  /**
   * Selects exactly these items by clicks. VS Code uses its rows again for other items when a view
   * is refreshed, so a click can hit another item than the one that was there: then once more.
   */
  async select(...items: readonly string[]): Promise<void> {
    await actUntil(
      `these are selected: ${items.join(', ')}`,
      () => this.#trySelect(...items),
      () => this.#isSelected(...items),
    )
  }

  /** The same in one try; nothing happens where one of them is not to be seen. */
  async #trySelect(...items: readonly string[]): Promise<void> {
    if (await this.#isSelected(...items)) return
    for (const [index, item] of items.entries()) {
      if (!(await this.item(item).isVisible())) return
      await this.#click(this.item(item), { modifiers: index === 0 ? [] : ['ControlOrMeta'] })
    }
  }

  /** Clicks an item. The hover of the item that the mouse rests on may cover it, and goes with the mouse. */
  async #click(item: Locator, options: Parameters<Locator['click']>[0] = {}): Promise<void> {
    await this.#page.mouse.move(0, 0)
    await item.click(options)
  }

  /** Whether exactly these items are selected. */
  async #isSelected(...items: readonly string[]): Promise<boolean> {
    const labels = await this.selected.locator('.label-name').allInnerTexts()
    return labels.sort().join('\n') === [...items].sort().join('\n')
  }

  /** Closes the view itself, so that its header alone is to be seen. */
  async collapse(): Promise<void> {
    const closed = this.header.and(this.#page.locator('[aria-expanded=false]'))
    await actUntil(
      'the view is closed',
      async () => {
        if (!(await closed.isVisible())) await this.header.click()
      },
      () => closed.isVisible(),
    )
  }

  /** Chooses an entry of an item's context menu. */
  async chooseFromMenu(text: string, entry: string): Promise<void> {
    await (await this.openMenu(text)).choose(entry)
  }

  /**
   * Opens an item's context menu, which gives its item the focus. Where the view is drawn anew just then, the click
   * hits another item: then once more.
   */
  async openMenu(text: string): Promise<Menu> {
    const item = this.item(text)
    const focused = item.and(this.#page.locator('.focused'))
    const menu = new Menu(this.#page)
    await actUntil(
      `the menu of ${text} is open`,
      async () => {
        if (await menu.entries.first().isVisible()) await menu.close()
        await this.#click(item, { button: 'right' })
        await menu.entries.first().waitFor()
      },
      () => focused.isVisible(),
    )
    return menu
  }

  /** Presses an icon in the view's header. */
  async pressAction(action: string): Promise<void> {
    await this.header.hover()
    await this.#pane.getByRole('button', { name: action }).first().click()
  }

  /**
   * Rests the mouse on an item until the hover that is expected appears; returns its text. A row that is
   * drawn anew under the mouse has seen it neither come nor move, and one that moves leaves it to another.
   */
  async readHover(item: string, expected: string | RegExp): Promise<string> {
    const hovers = this.#page.locator('.workbench-hover-container .workbench-hover')
    let text = ''
    await actUntil(
      `a hover with ${String(expected)}`,
      async () => {
        await this.#page.mouse.move(0, 0) // so that no other hover is taken for this one
        await hovers.waitFor({ state: 'hidden' })
        await this.item(item).hover()
      },
      async () => {
        text = (await hovers.filter({ hasText: expected }).allInnerTexts()).join('\n')
        return text !== ''
      },
    )
    return text
  }
}
