import type { Choice, ChoiceButton } from './choices.ts'
import type { ItemSource } from './itemSource.ts'

/**
 * The content of a prompt for an item of a list. With `typed`, the user can also enter a value that isn’t in the list.
 */
export interface PickOptions<T> {
  placeholder: string
  choices: readonly Choice<T>[]
  /** Loads further items. The prompt shows that it is busy until they are loaded. */
  more?: ItemSource<Choice<T>>
  /** The label of the item that loads all pages. Without it, all pages load without being asked for. */
  loadAll?: string
  /**
   * Returns the answer if the loaded items leave only one possible answer; then the prompt closes with that answer.
   * Called only if all items could be loaded.
   */
  autoAccept?: (loaded: readonly Choice<T>[]) => T | undefined
  typed?: { validate: (text: string) => string | undefined; make: (text: string) => T }
  /**
   * The item below the list for another kind of answer, such as entering a pool that isn’t listed. `make` gets the text
   * that the user has entered so far.
   */
  lastChoice?: { label: string; make: (entered: string) => T } | undefined
  /** The buttons in the title. */
  buttons?: readonly ChoiceButton<T>[]
}
