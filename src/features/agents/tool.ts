import * as v from 'valibot'
import * as vscode from 'vscode'
import { raceAbort } from '../../api/deadline.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Connections } from '../../connections/connections.ts'
import { escapeLinks } from '../../displayTexts.ts'
import { withTokenSignal } from '../../ui/cancellation.ts'
import { toModelError } from './modelErrors.ts'
import { quoteNames, modelJson } from './modelJson.ts'

/**
 * The schema of an optional text in a tool’s input. Many models fill in every field, so null and an empty text count as
 * a missing field.
 */
export const optionalText = v.optional(
  v.pipe(
    v.nullable(v.string()),
    v.transform((text) => text || undefined),
  ),
)

/** The parts of a tool. `I` is the type of its input. */
interface ToolSource<I> {
  /** The schema of the input. It must match the schema in package.json. */
  readonly schema: v.GenericSchema<unknown, I>
  /** Returns the message that VS Code shows while the tool runs. */
  readonly progress: (input: I) => string
  /** Returns the question that VS Code asks before it runs the tool. Without this function, VS Code asks nothing. */
  readonly confirmation?: (input: I) => { readonly title: string; readonly message: string }
  /**
   * Runs the tool. Resolves to its result. `connection` is the connection that the input names, or the active
   * connection.
   */
  readonly run: (input: I, connection: Connection, signal: AbortSignal) => Promise<object>
  /** True if the tool also runs to its end after a cancellation, because its outcome must be reported. */
  readonly ignoresCancellation?: boolean
}

/**
 * Creates a tool for {@link vscode.lm.registerTool}. The tool validates its input, because VS Code doesn’t, and finds
 * the connection that the input names.
 */
export function createTool<I extends { connection?: string | undefined }>(
  connections: Connections,
  { schema, progress, confirmation, run, ignoresCancellation = false }: ToolSource<I>,
) {
  return {
    /**
     * Returns the progress message and the question before the call. VS Code may call this without running the tool.
     */
    prepare(input: unknown): vscode.PreparedToolInvocation {
      const read = v.safeParse(schema, input ?? {})
      if (!read.success) return {}
      const invocationMessage = escapeLinks(progress(read.output))
      const question = confirmation?.(read.output)
      if (!question) return { invocationMessage }
      const { title, message } = question
      const confirmationMessages = { title: escapeLinks(title), message: escapeLinks(message) }
      return { invocationMessage, confirmationMessages }
    },

    /** Runs the tool. Resolves to the result as JSON. Rejects with an error whose message contains advice. */
    async invoke(input: unknown, token: vscode.CancellationToken) {
      const read = v.safeParse(schema, input ?? {})
      if (!read.success) throw new Error(invalidInputText(read.issues))
      const connection = findConnection(connections, read.output.connection)
      return withTokenSignal(token, async (signal) => {
        try {
          const running = run(read.output, connection, signal)
          const result = await (ignoresCancellation ? running : raceAbort(running, signal))
          const text = modelJson({
            connection: connection.name,
            deletion: connection.deletion === 'block' ? blockedNote : undefined,
            ...result,
          })
          const part = new vscode.LanguageModelTextPart(text)
          return new vscode.LanguageModelToolResult([part])
        } catch (error) {
          if (signal.aborted && !ignoresCancellation) throw new vscode.CancellationError()
          throw toModelError(error, connection)
        }
      })
    },
  }
}

const blockedNote = 'Deletions over this connection are blocked.'

/** Returns the message for an invalid input. The message doesn’t repeat the input’s values. */
function invalidInputText(issues: readonly v.BaseIssue<unknown>[]): string {
  const places = [...new Set(issues.map((issue) => v.getDotPath(issue) ?? 'the input'))]
  return `Invalid tool input: ${places.join(', ')}. Nothing was done. Correct the input according to the schema, and call the tool again.`
}

function noConnectionText({ problems }: Connections): string {
  return problems.length > 0
    ? 'No connection in the settings is valid. Ask the user to run “Poolkeeper: Edit Connections”.'
    : 'No connection is configured. Ask the user to run “Poolkeeper: Add Connection…”.'
}

/**
 * Returns the connection with a name, or the active connection. Throws an error with the names of all connections if
 * there is none.
 */
function findConnection(connections: Connections, name: string | undefined): Connection {
  const { active, all } = connections
  if (all.length === 0) throw new Error(noConnectionText(connections))
  const found = name === undefined ? active : connections.find(name)
  if (found) return found
  const reason =
    name === undefined ? 'The workspace’s connection isn’t valid.' : 'No connection has that name.'
  const names = quoteNames(all.map((connection) => connection.name))
  throw new Error(`${reason} Available connections: ${names}.`)
}
