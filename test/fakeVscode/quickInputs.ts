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
  enter(): void {
    if (this.isOver) throw new Error(`“${this.title}” is not open any more`)
    this.#accepted.fire()
  }

  /** Presses Escape. */
  escape(): void {
    this.hide()
  }

  /** Presses a button of the title. */
  pressTitle(tooltip: string): void {
    const button = this.buttons.find((one) => one.tooltip === tooltip)
    if (!button) throw new Error(`“${this.title}” has no button “${tooltip}”`)
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

/**
 * A quick pick, no kinder than VS Code's: what is typed filters and sorts it, Enter takes what is active, and
 * VS Code tells the extension no more of it than its place in the list.
 */
export class FakeQuickPick extends FakePrompt {
  matchOnDescription = false
  matchOnDetail = false
  keepScrollPosition = false
  selectedItems: readonly QuickPickItem[] = []
  #items: readonly QuickPickItem[] = []
  /** What is on the screen. */
  #rendered: readonly QuickPickItem[] = []
  #active: QuickPickItem | undefined
  #isLate = false
  /** What the extension wants to be active in a list that is not on the screen yet. */
  #wanted: readonly QuickPickItem[] | undefined
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
    this.#wanted = undefined
    if (!this.#isLate) this.#render()
  }

  /** The one that Enter takes. */
  get activeItems(): readonly QuickPickItem[] {
    return this.#active ? [this.#active] : []
  }

  /** As the arrow keys do, and as an extension may; what the filter hides can't be active. */
  set activeItems(items: readonly QuickPickItem[]) {
    this.#wanted = items
    this.#activate(this.shown.find((item) => items.includes(item)))
  }

  /** The items to be seen, the best match first. */
  get shown(): readonly QuickPickItem[] {
    const { matchOnDescription, matchOnDetail } = this
    return filterItems(this.#rendered, this.value, { matchOnDescription, matchOnDetail })
  }

  /** The labels of all items, headings and the hint to type left out; of those behind the matches, their names. */
  get labels(): string[] {
    return filterItems(this.#items, '')
      .map(nameOf)
      .filter((name) => name !== typingHint)
  }

  /** The screen stays as it is, as over a slow network, until {@link catchUp}. */
  fallBehind(): void {
    this.#isLate = true
  }

  /** The screen shows what it was given last. */
  catchUp(): void {
    this.#isLate = false
    this.#render()
  }

  /** VS Code filters, and chooses what is active, before the extension hears of it. */
  override type(value: string): void {
    this.value = value
    this.#activate(this.shown[0])
    super.type(value)
  }

  /** Presses Enter; where nothing is active, what was selected last stays so. */
  override enter(): void {
    if (this.#active) this.selectedItems = this.#heard(this.#active)
    super.enter()
  }

  /** Presses Enter on what had this place in a list that has changed meanwhile: VS Code knows no more. */
  enterPlace(place: number): void {
    this.selectedItems = this.#items.slice(place, place + 1)
    super.enter()
  }

  /** Presses a button of the first item of this label. */
  press(label: string, tooltip: string): void {
    const seen = this.shown.find((one) => nameOf(one) === label)
    const index = seen?.buttons?.findIndex((one) => one.tooltip === tooltip)
    const [item] = seen ? this.#heard(seen) : []
    const button = item?.buttons?.[index ?? -1]
    if (!seen || index === -1) throw new Error(`“${label}” has no button “${tooltip}”`)
    if (item && button) this.#itemButton.fire({ item, button })
  }

  /** Goes to the first item of this label that is to be seen, and presses Enter. */
  choose(label: string): void {
    const item = this.shown.find((one) => nameOf(one) === label)
    if (!item) throw new Error(`“${label}” is not among ${this.labels.join(', ')}`)
    this.#activate(item)
    this.enter()
  }

  /** Types a value and presses Enter, whatever is active then. */
  answer(value: string): void {
    this.type(value)
    this.enter()
  }

  #render(): void {
    this.#rendered = this.#items
    this.#activate(this.shown[0])
    if (this.#wanted) this.activeItems = this.#wanted
  }

  #activate(item: QuickPickItem | undefined): void {
    this.#active = item
    const place = item ? this.#rendered.indexOf(item) : -1
    // The extension hears of it later.
    queueMicrotask(() => this.#activated.fire(this.#items.slice(place, place + 1)))
  }

  /** What the extension takes for an item of the screen: what has its place by now. */
  #heard(item: QuickPickItem): readonly QuickPickItem[] {
    const place = this.#rendered.indexOf(item)
    return this.#items.slice(place, place + 1)
  }
}

/** What stands behind the items of a list that can be typed into. */
const typingHint = 'You can also enter a value'

/** What an item is called: its label, or what stands behind the icon where that is all of it. */
export function nameOf({ label, description = '' }: QuickPickItem): string {
  if (!/^\$\([a-z-]+\)$/.test(label)) return label
  const [name = ''] = description.split(' · ')
  return label === '$(edit)' ? name : `${label} ${name}`
}
