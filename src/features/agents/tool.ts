import * as v from 'valibot'
import * as vscode from 'vscode'
import { raceAbort } from '../../api/deadline.ts'
import { modelJson } from './modelJson.ts'

/** A tool for language models; see {@link vscode.lm.registerTool}. */
export interface Tool {
  /** Returns the progress message and the confirmation. Without side effects. */
  prepare(input: unknown): vscode.PreparedToolInvocation
  /** Resolves to the result as JSON. Rejects with an error whose message contains advice. */
  invoke(input: unknown, token: vscode.CancellationToken): Promise<vscode.LanguageModelToolResult>
}

/** The implementation of a tool. */
interface ToolSource<S extends v.GenericSchema> {
  schema: S
  prepare(input: v.InferOutput<S>): vscode.PreparedToolInvocation
  run(input: v.InferOutput<S>, signal: AbortSignal): Promise<unknown>
  /** True to finish after a cancellation, because its outcome must be reported. */
  ignoresCancellation?: boolean
}

/** Creates a tool that validates its input, which VS Code doesn’t do. */
export function createTool<S extends v.GenericSchema>(source: ToolSource<S>): Tool {
  return {
    prepare(input) {
      const read = v.safeParse(source.schema, input)
      return read.success ? source.prepare(read.output) : {}
    },

    async invoke(input, token) {
      const read = v.safeParse(source.schema, input)
      if (!read.success) throw new Error(inputText(read.issues))
      const controller = new AbortController()
      if (token.isCancellationRequested) controller.abort()
      const subscription = token.onCancellationRequested(() => controller.abort())
      const { signal } = controller
      try {
        const running = source.run(read.output, signal)
        const result = await (source.ignoresCancellation ? running : raceAbort(running, signal))
        return new vscode.LanguageModelToolResult([
          new vscode.LanguageModelTextPart(modelJson(result)),
        ])
      } catch (error) {
        throw signal.aborted && !source.ignoresCancellation ? new vscode.CancellationError() : error
      } finally {
        subscription.dispose()
      }
    },
  }
}

/** Returns the message for an invalid input, without its values. */
function inputText(issues: readonly v.BaseIssue<unknown>[]): string {
  const places = [...new Set(issues.map((issue) => v.getDotPath(issue) ?? 'the input'))]
  return `Invalid tool input: ${places.join(', ')}. Nothing was done. Correct the input according to the schema, and call the tool again.`
}
