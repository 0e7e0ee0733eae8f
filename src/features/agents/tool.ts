import * as v from 'valibot'
import * as vscode from 'vscode'
import { raceAbort } from '../../api/deadline.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Connections } from '../../connections/connections.ts'
import { plain } from '../../texts.ts'
import { withTokenSignal } from '../../ui/cancellation.ts'
import { toModelError } from './modelErrors.ts'
import { quoteNames, modelJson } from './modelJson.ts'

/** An optional text of an input. Many models fill in every field: null and an empty text mean that there is none. */
export const optionalText = v.optional(
  v.pipe(
    v.nullable(v.string()),
    v.transform((text) => text || undefined),
  ),
)

/** The implementation of a tool with inputs of type `I`. */
interface ToolSource<I> {
  /** The input, as in package.json. */
  readonly schema: v.GenericSchema<unknown, I>
  /** Returns the progress message. */
  readonly progress: (input: I) => string
  /** Returns what VS Code asks before the call; by default, nothing. */
  readonly confirmation?: (input: I) => { readonly title: string; readonly message: string }
  /** Resolves to the result. The connection is the one that the input names, or the active one. */
  readonly run: (input: I, connection: Connection, signal: AbortSignal) => Promise<object>
  /** True to finish after a cancellation, because its outcome must be reported. */
  readonly ignoresCancellation?: boolean
}

/**
 * Creates a tool for {@link vscode.lm.registerTool}, which validates its input, as VS Code doesn’t, and finds its
 * connection.
 */
export function createTool<I extends { connection?: string | undefined }>(
  connections: Connections,
  { schema, progress, confirmation, run, ignoresCancellation = false }: ToolSource<I>,
) {
  return {
    /** Returns the progress message and the confirmation. Without side effects. */
    prepare(input: unknown): vscode.PreparedToolInvocation {
      const read = v.safeParse(schema, input ?? {})
      if (!read.success) return {}
      const invocationMessage = plain(progress(read.output))
      const question = confirmation?.(read.output)
      if (!question) return { invocationMessage }
      const { title, message } = question
      const confirmationMessages = { title: plain(title), message: plain(message) }
      return { invocationMessage, confirmationMessages }
    },

    /** Resolves to the result as JSON. Rejects with an error whose message contains advice. */
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
            readOnly: connection.protection === 'readOnly' ? readOnlyNote : undefined,
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

const readOnlyNote = 'This connection is read-only. Deletions are blocked.'

/** Returns the message for an invalid input, without its values. */
function invalidInputText(issues: readonly v.BaseIssue<unknown>[]): string {
  const places = [...new Set(issues.map((issue) => v.getDotPath(issue) ?? 'the input'))]
  return `Invalid tool input: ${places.join(', ')}. Nothing was done. Correct the input according to the schema, and call the tool again.`
}

/** Returns a connection by name, or the active one. Throws with the known names. */
function findConnection(connections: Connections, name: string | undefined): Connection {
  const { active, all } = connections
  if (all.length === 0) {
    throw new Error(
      'No connection is configured. Ask the user to run “Poolkeeper: Add Connection…”.',
    )
  }
  const found = name === undefined ? active : connections.find(name)
  if (found) return found
  const reason =
    name === undefined ? 'The active connection isn’t valid.' : 'No connection has that name.'
  const names = quoteNames(all.map((connection) => connection.name))
  throw new Error(`${reason} Available connections: ${names}.`)
}
