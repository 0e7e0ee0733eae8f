import { strict as assert } from 'node:assert'
import {
  EventEmitter,
  type QuickInputButton,
  type QuickPickItem,
  type QuickPickItemButtonEvent,
  ThemeIcon,
} from 'vscode'
import { filterItems } from './quickPickFilter.ts'

/** An input box or quick pick without a screen; the test is the user. */
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

  /** Whether a user can answer it. */
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

  /** Replaces the value by a typed one. */
  type(value: string): void {
    this.value = value
    this.#changed.fire(value)
  }

  /** Presses Enter. */
  pressEnter(): void {
    if (this.isOver) throw new Error(`“${this.title}” is not open any more`)
    this.#accepted.fire()
  }

  /** Types a value and presses Enter, whatever item is active then. */
  answer(value: string): void {
    this.type(value)
    this.pressEnter()
  }

  /** Presses Escape. */
  escape(): void {
    this.hide()
  }

  /** Presses a button in the title, by its tooltip. */
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

/** A quick pick that behaves as VS Code’s: the typed text filters and sorts it, and Enter selects the active item. */
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

  /** The first visible item becomes the active item. */
  set items(items: readonly QuickPickItem[]) {
    this.#items = items
    this.#activate(this.shown[0])
  }

  /** The item that Enter selects. */
  get activeItems(): readonly QuickPickItem[] {
    return this.#active ? [this.#active] : []
  }

  /** Arrow keys and extensions set it. An item that the filter hides can’t be active. */
  set activeItems(items: readonly QuickPickItem[]) {
    this.#activate(this.shown.find((item) => items.includes(item)))
  }

  /** The items that the filter shows, the best match first. */
  get shown(): readonly QuickPickItem[] {
    return filterItems(this.#items, this.value, this)
  }

  /** The names of all items (see {@link getItemName}), without headings and the hint about typing. */
  get labels(): string[] {
    return filterItems(this.#items, '')
      .map(getItemName)
      .filter((name) => name !== typingHint)
  }

  /** VS Code filters the items and sets the active item before the extension’s listeners run. */
  override type(value: string): void {
    this.value = value
    this.#activate(this.shown[0])
    super.type(value)
  }

  /** Presses Enter. Without an active item, the selection stays as it was. */
  override pressEnter(): void {
    if (this.#active && !this.canSelectMany) this.selectedItems = [this.#active]
    super.pressEnter()
  }

  /** Presses a button of the first item with this name, by its tooltip. */
  pressItemButton(label: string, tooltip: string): void {
    const item = this.#findItem(label)
    this.#itemButton.fire({ item, button: findButton(item, tooltip) })
  }

  /** Selects the first visible item with this name, or checks the items with these names, and presses Enter. */
  select(...labels: string[]): void {
    const items = labels.map((label) => this.#findItem(label))
    if (this.canSelectMany) this.selectedItems = items
    else this.#activate(items[0])
    this.pressEnter()
  }

  #findItem(label: string): QuickPickItem {
    const match = this.shown.find((item) => getItemName(item) === label)
    return match ?? assert.fail(`“${label}” is not among ${this.labels.join(', ')}`)
  }

  #activate(item: QuickPickItem | undefined): void {
    this.#active = item
    queueMicrotask(() => this.#activated.fire(this.activeItems)) // VS Code calls the extension’s listeners later
  }
}

function findButton({ buttons = [] }: Pick<QuickPickItem, 'buttons'>, tooltip: string) {
  const match = buttons.find((button) => button.tooltip === tooltip)
  return match ?? assert.fail(`There is no button “${tooltip}”`)
}

/** The last item of a list whose values can also be typed. */
const typingHint = 'You can also enter a value'

/** The name of an item: its label, or the start of its description, if it has no label, with its icon. */
export function getItemName({ label, description = '', iconPath }: QuickPickItem): string {
  if (label !== '') return label
  const [name = ''] = description.split(' · ')
  const icon = iconPath instanceof ThemeIcon ? iconPath.id : ''
  return icon === 'edit' ? name : `$(${icon}) ${name}`
}
