import * as v from 'valibot'
import * as vscode from 'vscode'
import { raceAbort } from '../../api/deadline.ts'
import { modelJson } from './modelJson.ts'

/** A tool that a language model can call, as {@link vscode.lm.registerTool} takes it in the end. */
export interface Tool {
  /** What is shown while it runs, or asked before. Free of side effects, whatever it is given. */
  prepare(input: unknown): vscode.PreparedToolInvocation
  /** Its result as JSON text. Rejects with an error whose message says what to do about it. */
  invoke(input: unknown, token: vscode.CancellationToken): Promise<vscode.LanguageModelToolResult>
}

/** What a tool does with an input that it takes. */
export interface ToolSource<S extends v.GenericSchema> {
  schema: S
  prepare(input: v.InferOutput<S>): vscode.PreparedToolInvocation
  run(input: v.InferOutput<S>, signal: AbortSignal): Promise<unknown>
  /** Whether it goes on to its end when it is cancelled, because what it began must be told truly. */
  endsByItself?: boolean
}

/** Makes a tool that takes nothing but what its schema says: VS Code does not check that for us. */
export function toolOf<S extends v.GenericSchema>(source: ToolSource<S>): Tool {
  return {
    prepare(input) {
      const read = v.safeParse(source.schema, input)
      return read.success ? source.prepare(read.output) : {}
    },

    async invoke(input, token) {
      const read = v.safeParse(source.schema, input)
      if (!read.success) throw new Error(inputText(read.issues))
      const { signal, dispose } = signalOf(token)
      try {
        const running = source.run(read.output, signal)
        const result = await (source.endsByItself ? running : raceAbort(running, signal))
        return new vscode.LanguageModelToolResult([
          new vscode.LanguageModelTextPart(modelJson(result)),
        ])
      } catch (error) {
        throw signal.aborted && !source.endsByItself ? new vscode.CancellationError() : error
      } finally {
        dispose()
      }
    },
  }
}

/** What is wrong with an input, for a model; without the values, which may be anything. */
function inputText(issues: readonly v.BaseIssue<unknown>[]): string {
  const places = [...new Set(issues.map((issue) => v.getDotPath(issue) ?? 'the input'))]
  return `The tool was called with an input it does not take: ${places.join(', ')}. Nothing was done. See its schema, and call it again.`
}

function signalOf(token: vscode.CancellationToken) {
  const controller = new AbortController()
  if (token.isCancellationRequested) controller.abort()
  const subscription = token.onCancellationRequested(() => controller.abort())
  return { signal: controller.signal, dispose: () => subscription.dispose() }
}
