import { commandIds, type CommandId } from '../contributions.ts'

/**
 * The function that implements a command. Its parameters are the arguments that VS Code passes on from the command’s
 * caller. It may throw.
 */
type CommandHandler = (...args: readonly unknown[]) => unknown

/** The implementations of all commands, by the IDs of the commands. Each feature registers its commands here. */
export class Commands {
  readonly #handlers = new Map<CommandId, CommandHandler>()
  readonly #listeners = new Set<() => void>()

  /**
   * Registers the implementation of a command. Throws if the command already has one, which would be lost otherwise.
   * The handler’s parameters have the types that Poolkeeper’s callers pass, but nothing checks them: other extensions
   * can call a command with any arguments.
   */
  register(id: CommandId, handler: (...args: never[]) => unknown): void {
    if (this.#handlers.has(id)) throw new Error(`Command ${id} is registered twice`)
    this.#handlers.set(id, handler as CommandHandler)
  }

  /** Throws if a command has no implementation. */
  assertComplete(): void {
    const missing = Object.values(commandIds).filter((id) => !this.#handlers.has(id))
    if (missing.length > 0) throw new Error(`Commands without a handler: ${missing.join(', ')}`)
  }

  /** Calls a listener before each execution of a command. */
  onWillExecute(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener)
    return { dispose: () => this.#listeners.delete(listener) }
  }

  execute(id: CommandId, args: readonly unknown[]): unknown {
    const handler = this.#handlers.get(id)
    if (!handler) throw new Error(`Command ${id} has no handler`)
    for (const listener of this.#listeners) listener()
    return handler(...args)
  }
}
