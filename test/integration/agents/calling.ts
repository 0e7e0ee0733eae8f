import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { toolNames } from '../../../src/contributions.ts'
import { until } from '../helpers.ts'

export type Result = Record<string, unknown>

/** Calls a tool as an agent does, and returns the text that its model gets. */
async function callForText(name: keyof typeof toolNames, input: object): Promise<string> {
  const options = { input, toolInvocationToken: undefined }
  const { content } = await vscode.lm.invokeTool(toolNames[name], options)
  const [part, ...more] = content as vscode.LanguageModelTextPart[]
  assert.deepEqual(more, [])
  return part?.value ?? assert.fail('no text')
}

/** Calls a tool as an agent does. */
export async function call<R = Result>(name: keyof typeof toolNames, input: object): Promise<R> {
  return JSON.parse(await callForText(name, input)) as R
}

/** What a model is told of a call that fails. */
export async function failure(name: keyof typeof toolNames, input: object): Promise<string> {
  return callForText(name, input).then(
    () => assert.fail('it succeeded'),
    (error: unknown) => (error as Error).message,
  )
}

/** What a model is told of a tool, once VS Code has it for the connection. */
export async function findDescription(name: keyof typeof toolNames): Promise<string> {
  const find = () => vscode.lm.tools.find((tool) => tool.name === toolNames[name])
  await until('the tool', () => find() !== undefined)
  return find()?.description ?? ''
}
