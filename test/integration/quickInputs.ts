import { EventEmitter, type QuickInputButton, type QuickPickItem, QuickPickItemKind } from 'vscode'

/** What input boxes and quick picks have in common, without a screen: the test is the user. */
abstract class FakePrompt {
  title = ''
  placeholder = ''
  value = ''
  step: number | undefined
  totalSteps: number | undefined
  ignoreFocusOut = false
  buttons: readonly QuickInputButton[] = []
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

/** A quick pick. */
export class FakeQuickPick extends FakePrompt {
  busy = false
  activeItems: readonly QuickPickItem[] = []
  selectedItems: readonly QuickPickItem[] = []
  #items: readonly QuickPickItem[] = []

  get items(): readonly QuickPickItem[] {
    return this.#items
  }

  /** As in VS Code, the first item becomes the active one. */
  set items(items: readonly QuickPickItem[]) {
    this.#items = items
    this.activeItems = items.filter(isNoHeading).slice(0, 1)
  }

  /** The labels of the items, headings left out. */
  get labels(): string[] {
    return this.items.filter(isNoHeading).map(({ label }) => label)
  }

  /** Chooses the item with this label. */
  choose(label: string): void {
    const item = this.items.find((one) => one.label === label)
    if (!item) throw new Error(`“${label}” is not among ${this.labels.join(', ')}`)
    this.selectedItems = [item]
    this.enter()
  }

  /** Types a value that is not in the list and chooses it. */
  answer(value: string): void {
    this.type(value)
    this.choose(value)
  }
}

function isNoHeading({ kind }: QuickPickItem): boolean {
  return kind !== QuickPickItemKind.Separator
}
