import type { Locator, Page } from 'playwright-core'
import { actUntil } from './until.ts'
import { hoverOver } from './workbenchHover.ts'
import { label } from './workbenchLabels.ts'
import { Menu } from './workbenchMenu.ts'

/** One of our views: a header with actions, and a tree or a welcome text under it. */
export class View {
  readonly #page: Page
  readonly #pane: Locator
  readonly header: Locator
  /** What is shown in place of an empty tree. */
  readonly welcome: Locator
  /** The box of the tree's own search. */
  readonly find: Locator

  constructor(page: Page, name: string) {
    this.#page = page
    // The description stands between the two.
    this.header = page.getByRole('button', { name: new RegExp(`^${name} (.* )?Section`) })
    this.#pane = page.locator('.pane').filter({ has: this.header })
    this.welcome = this.#pane.locator('.welcome-view-content')
    this.find = this.#pane.locator('.monaco-tree-type-filter input')
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
    return this.items.filter({ has: label(this.#page, text) })
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
        if (isClosed && !(await isOpening())) await item.click()
      },
      () => open.isVisible(),
    )
  }

  /** Closes an item with children; nothing happens if it is closed. */
  async collapse(text: string): Promise<void> {
    const item = this.item(text)
    const open = item.and(this.#page.locator('[aria-expanded=true]'))
    await actUntil(
      `${text} is closed`,
      async () => {
        if (await open.isVisible()) await item.click()
      },
      async () => !(await open.isVisible()),
    )
  }

  /**
   * Selects exactly these items by clicks. VS Code uses its rows again for other items when a view
   * is refreshed, so a click can hit another item than the one that was there: then once more.
   */
  async select(...items: readonly string[]): Promise<void> {
    await actUntil(
      `these are selected: ${items.join(', ')}`,
      () => this.trySelect(...items),
      () => this.isSelected(...items),
    )
  }

  /** The same in one try; nothing happens where one of them is not to be seen. */
  async trySelect(...items: readonly string[]): Promise<void> {
    if (await this.isSelected(...items)) return
    for (const [index, item] of items.entries()) {
      if (!(await this.item(item).isVisible())) return
      await this.item(item).click({ modifiers: index === 0 ? [] : ['ControlOrMeta'] })
    }
  }

  /** Whether exactly these items are selected. */
  async isSelected(...items: readonly string[]): Promise<boolean> {
    const labels = await this.selected.locator('.label-name').allInnerTexts()
    return labels.sort().join('\n') === [...items].sort().join('\n')
  }

  /** Opens the view itself, where its header alone is to be seen. */
  async unfold(): Promise<void> {
    await this.#setOpen(true)
  }

  /** Closes the view itself, so that its header alone is to be seen. */
  async fold(): Promise<void> {
    await this.#setOpen(false)
  }

  async #setOpen(isOpen: boolean): Promise<void> {
    const wanted = this.header.and(this.#page.locator(`[aria-expanded=${isOpen}]`))
    await actUntil(
      `the view is ${isOpen ? 'open' : 'closed'}`,
      async () => {
        if (!(await wanted.isVisible())) await this.header.click()
      },
      () => wanted.isVisible(),
    )
  }

  /** What stands behind the title in its header. */
  async description(): Promise<string> {
    return await this.#pane.locator('.pane-header .description').innerText()
  }

  /** How high it is with its header, in pixels. */
  async height(): Promise<number> {
    return (await this.#pane.boundingBox())?.height ?? 0
  }

  /** Chooses an entry of an item's context menu. */
  async chooseFromMenu(text: string, entry: string): Promise<void> {
    await (await this.openMenu(text)).choose(entry)
  }

  /** Opens an item's context menu. */
  async openMenu(text: string): Promise<Menu> {
    await this.item(text).click({ button: 'right' })
    const menu = new Menu(this.#page)
    await menu.entries.first().waitFor()
    return menu
  }

  /** Presses an icon that an item shows at its end. */
  async pressItemAction(text: string, action: string): Promise<void> {
    const item = this.item(text)
    await item.hover()
    await item.getByRole('button', { name: action }).click()
  }

  /** Presses an icon in the view's header. */
  async pressAction(action: string): Promise<void> {
    await this.header.hover()
    await this.#pane.getByRole('button', { name: action }).first().click()
  }

  /** Chooses an entry behind the three dots in the view's header. */
  async chooseFromMore(entry: string): Promise<void> {
    await this.pressAction('More Actions...')
    const menu = new Menu(this.#page)
    await menu.entries.first().waitFor()
    await menu.choose(entry)
  }

  /** Rests the mouse on an item until a hover says what is expected; returns all its text. */
  async hover(text: string, expected: string | RegExp): Promise<string> {
    return hoverOver(this.#page, this.item(text), expected)
  }
}
