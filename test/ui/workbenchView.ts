import type { Locator, Page } from 'playwright-core'
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
    this.header = page.getByRole('button', { name: `${name} Section` })
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
    for (let tries = 0; tries < 5; tries++) {
      if ((await item.getAttribute('aria-expanded')) === 'false') await item.click()
      const open = item.and(this.#page.locator('[aria-expanded=true]'))
      if (await open.waitFor({ timeout: 2_000 }).then(yes, no)) return
    }
    throw new Error(`This could not be opened: ${text}`)
  }

  /**
   * Selects exactly these items by clicks. VS Code uses its rows again for other items when a view
   * is refreshed, so a click can hit another item than the one that was there: then it returns false.
   */
  async select(...items: readonly string[]): Promise<boolean> {
    for (const [index, item] of items.entries()) {
      const modifiers: 'ControlOrMeta'[] = index === 0 ? [] : ['ControlOrMeta']
      const clicked = this.item(item).click({ modifiers, timeout: 3000 })
      const isClicked = await clicked.then(
        () => true,
        () => false,
      )
      if (!isClicked) return false
    }
    const labels = await this.selected.locator('.label-name').allInnerTexts()
    return labels.sort().join('\n') === [...items].sort().join('\n')
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

  /** Rests the mouse on an item; returns the text of the hover that appears. */
  async hover(text: string): Promise<string> {
    return hoverOver(this.#page, this.item(text))
  }
}

const yes = () => true
const no = () => false
