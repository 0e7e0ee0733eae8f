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
  step: number | undefined
  totalSteps: number | undefined
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
  enter(): void {
    if (this.isOver) throw new Error(`“${this.title}” is not open any more`)
    this.#accepted.fire()
  }

  /** Presses Escape. */
  escape(): void {
    this.hide()
  }

  /** Presses Back. */
  back(): void {
    const [button] = this.buttons
    if (!button) throw new Error(`“${this.title}” has no Back button`)
    this.#pressed.fire(button)
  }
}

/** An input box. */
export class FakeInputBox extends FakePrompt {
  prompt = ''
  password = false
  validationMessage: string | undefined

  /** Types a value and presses Enter. */
  answer(value: string): void {
    this.type(value)
    this.enter()
  }
}

/** A quick pick, no kinder than VS Code's: what is typed filters it, and Enter takes what is active. */
export class FakeQuickPick extends FakePrompt {
  matchOnDescription = false
  selectedItems: readonly QuickPickItem[] = []
  #items: readonly QuickPickItem[] = []
  #active: QuickPickItem | undefined
  readonly #itemButton = new EventEmitter<QuickPickItemButtonEvent<QuickPickItem>>()
  readonly onDidTriggerItemButton = this.#itemButton.event

  get items(): readonly QuickPickItem[] {
    return this.#items
  }

  /** The first one to be seen becomes the active one, whichever was. */
  set items(items: readonly QuickPickItem[]) {
    this.#items = items
    this.#active = this.shown[0]
  }

  /** The one that Enter takes. */
  get activeItems(): readonly QuickPickItem[] {
    return this.#active ? [this.#active] : []
  }

  /** As the arrow keys do, and as an extension may; what the filter hides can't be active. */
  set activeItems([item]: readonly QuickPickItem[]) {
    if (item && this.shown.includes(item)) this.#active = item
  }

  /** The items to be seen, the best match first. */
  get shown(): readonly QuickPickItem[] {
    return filterItems(this.#items, this.value, this.matchOnDescription)
  }

  /** The labels of all items, headings left out. */
  get labels(): string[] {
    return filterItems(this.#items, '').map(({ label }) => label)
  }

  /** VS Code filters, and chooses what is active, before the extension hears of it. */
  override type(value: string): void {
    this.value = value
    this.#active = this.shown[0]
    super.type(value)
  }

  /** Presses Enter; where nothing is active, what was selected last stays so. */
  override enter(): void {
    if (this.#active) this.selectedItems = [this.#active]
    super.enter()
  }

  /** Presses Enter on what had this place in a list that has changed meanwhile: VS Code knows no more. */
  enterPlace(place: number): void {
    this.selectedItems = this.#items.slice(place, place + 1)
    super.enter()
  }

  /** Presses a button of the first item of this label. */
  press(label: string, tooltip: string): void {
    const item = this.shown.find((one) => one.label === label)
    const button = item?.buttons?.find((one) => one.tooltip === tooltip)
    if (!item || !button) throw new Error(`“${label}” has no button “${tooltip}”`)
    this.#itemButton.fire({ item, button })
  }

  /** Goes to the first item of this label that is to be seen, and presses Enter. */
  choose(label: string): void {
    const item = this.shown.find((one) => one.label === label)
    if (!item) throw new Error(`“${label}” is not among ${this.labels.join(', ')}`)
    this.#active = item
    this.enter()
  }

  /** Types a value and presses Enter, whatever is active then. */
  answer(value: string): void {
    this.type(value)
    this.enter()
  }
}
