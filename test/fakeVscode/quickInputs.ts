import { strict as assert } from 'node:assert'
import {
  EventEmitter,
  type QuickInputButton,
  type QuickPickItem,
  type QuickPickItemButtonEvent,
} from 'vscode'
import { filterItems } from './quickPickFilter.ts'

/** What input boxes and quick picks have in common, without a screen: the test is the user. */
abstract class FakePrompt {
  title = ''
  placeholder = ''
  value = ''
  ignoreFocusOut = false
  buttons: readonly QuickInputButton[] = []
  busy = false
  isShown = false
  isOver = false
  readonly #changed = new EventEmitter<string>()
  readonly #accepted = new EventEmitter<void>()
  readonly #pressed = new EventEmitter<QuickInputButton>()
  readonly #hidden = new EventEmitter<void>()

  readonly onDidChangeValue = this.#changed.event
  readonly onDidAccept = this.#accepted.event
  readonly onDidTriggerButton = this.#pressed.event
  readonly onDidHide = this.#hidden.event

  /** Whether a person could answer it: a busy machine shows a list that turns out empty, for a moment. */
  get isOpen(): boolean {
    return this.isShown && !this.isOver
  }

  show(): void {
    this.isShown = true
  }

  hide(): void {
    if (this.isOver) return
    this.isOver = true
    this.#hidden.fire()
  }

  dispose(): void {
    this.hide()
  }

  /** Types a value in the place of the one that is there. */
  type(value: string): void {
    this.value = value
    this.#changed.fire(value)
  }

  /** Presses Enter. */
  pressEnter(): void {
    if (this.isOver) throw new Error(`“${this.title}” is not open any more`)
    this.#accepted.fire()
  }

  /** Types a value and presses Enter, whatever is active then. */
  answer(value: string): void {
    this.type(value)
    this.pressEnter()
  }

  /** Presses Escape. */
  escape(): void {
    this.hide()
  }

  /** Presses a button of the title. */
  pressTitleButton(tooltip: string): void {
    this.#pressed.fire(findButton(this, tooltip))
  }
}

/** An input box. */
export class FakeInputBox extends FakePrompt {
  prompt = ''
  password = false
  validationMessage: string | undefined
}

/** A quick pick, no kinder than VS Code's: what is typed filters and sorts it, and Enter takes what is active. */
export class FakeQuickPick extends FakePrompt {
  matchOnDescription = false
  matchOnDetail = false
  keepScrollPosition = false
  canSelectMany = false
  selectedItems: readonly QuickPickItem[] = []
  #items: readonly QuickPickItem[] = []
  #active: QuickPickItem | undefined
  readonly #itemButton = new EventEmitter<QuickPickItemButtonEvent<QuickPickItem>>()
  readonly #activated = new EventEmitter<readonly QuickPickItem[]>()
  readonly onDidTriggerItemButton = this.#itemButton.event
  readonly onDidChangeActive = this.#activated.event

  get items(): readonly QuickPickItem[] {
    return this.#items
  }

  /** The first one to be seen becomes the active one, whichever was. */
  set items(items: readonly QuickPickItem[]) {
    this.#items = items
    this.#activate(this.shown[0])
  }

  /** The one that Enter takes. */
  get activeItems(): readonly QuickPickItem[] {
    return this.#active ? [this.#active] : []
  }

  /** As the arrow keys do, and as an extension may; what the filter hides can't be active. */
  set activeItems(items: readonly QuickPickItem[]) {
    this.#activate(this.shown.find((item) => items.includes(item)))
  }

  /** The items to be seen, the best match first. */
  get shown(): readonly QuickPickItem[] {
    return filterItems(this.#items, this.value, this)
  }

  /** The labels of all items, headings and the hint to type left out; of those behind the matches, their names. */
  get labels(): string[] {
    return filterItems(this.#items, '')
      .map(getItemName)
      .filter((name) => name !== typingHint)
  }

  /** VS Code filters, and chooses what is active, before the extension hears of it. */
  override type(value: string): void {
    this.value = value
    this.#activate(this.shown[0])
    super.type(value)
  }

  /** Presses Enter; where nothing is active, what was selected last stays so. */
  override pressEnter(): void {
    if (this.#active && !this.canSelectMany) this.selectedItems = [this.#active]
    super.pressEnter()
  }

  /** Presses a button of the first item of this label. */
  pressItemButton(label: string, tooltip: string): void {
    const item = this.#findItem(label)
    this.#itemButton.fire({ item, button: findButton(item, tooltip) })
  }

  /** Goes to the first item of this label that is to be seen, or ticks one of each, and presses Enter. */
  select(...labels: string[]): void {
    const items = labels.map((label) => this.#findItem(label))
    if (this.canSelectMany) this.selectedItems = items
    else this.#activate(items[0])
    this.pressEnter()
  }

  #findItem(label: string): QuickPickItem {
    const found = this.shown.find((one) => getItemName(one) === label)
    return found ?? assert.fail(`“${label}” is not among ${this.labels.join(', ')}`)
  }

  #activate(item: QuickPickItem | undefined): void {
    this.#active = item
    queueMicrotask(() => this.#activated.fire(this.activeItems)) // the extension hears of it later
  }
}

function findButton({ buttons = [] }: Pick<QuickPickItem, 'buttons'>, tooltip: string) {
  const found = buttons.find((one) => one.tooltip === tooltip)
  return found ?? assert.fail(`There is no button “${tooltip}”`)
}

/** What stands behind the items of a list that can be typed into. */
const typingHint = 'You can also enter a value'

/** What an item is called: its label, or what stands behind the icon where that is all of it. */
export function getItemName({ label, description = '' }: QuickPickItem): string {
  if (!/^\$\([a-z-]+\)$/.test(label)) return label
  const [name = ''] = description.split(' · ')
  return label === '$(edit)' ? name : `${label} ${name}`
}
