import { commandIds, type CommandId } from '../contributions.ts'

/** The implementation of a command, with the arguments that VS Code passes on from its caller. It throws errors. */
type CommandHandler = (...args: readonly unknown[]) => unknown

/** The implementations of the commands, by id. Each feature registers those of its own commands. */
export class Commands {
  readonly #handlers = new Map<CommandId, CommandHandler>()

  /**
   * Sets the implementation of a command. Throws for a second one, which would replace the first without a sign.
   * The types of the handler’s parameters aren’t checked: any code can call a command with any arguments.
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

  /** Runs the implementation of a command. */
  execute(id: CommandId, args: readonly unknown[]): unknown {
    const handler = this.#handlers.get(id)
    if (!handler) throw new Error(`Command ${id} has no handler`)
    return handler(...args)
  }
}
