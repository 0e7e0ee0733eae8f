import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { toolNames } from '../../../src/contributions.ts'
import { until } from '../helpers.ts'

export type Result = Record<string, unknown>

/** Calls a tool as an agent does, and returns the text that its model gets. */
export async function callForText(
  name: keyof typeof toolNames,
  input: object,
  token?: vscode.CancellationToken,
): Promise<string> {
  const options = { input, toolInvocationToken: undefined }
  const { content } = await vscode.lm.invokeTool(toolNames[name], options, token)
  const [part, ...more] = content as vscode.LanguageModelTextPart[]
  assert.deepEqual(more, [])
  return part?.value ?? assert.fail('no text')
}

/** Calls a tool as an agent does. */
export async function call(
  name: keyof typeof toolNames,
  input: object,
  token?: vscode.CancellationToken,
): Promise<Result> {
  return JSON.parse(await callForText(name, input, token)) as Result
}

/** What a model is told of a call that fails. */
export async function failure(name: keyof typeof toolNames, input: object): Promise<string> {
  try {
    await callForText(name, input)
  } catch (error) {
    return (error as Error).message
  }
  return assert.fail('it succeeded')
}

/** What a model is told of a tool, once VS Code has it for the connection. */
export async function descriptionOf(name: keyof typeof toolNames): Promise<string> {
  const find = () => vscode.lm.tools.find((tool) => tool.name === toolNames[name])
  await until('the tool', () => find() !== undefined)
  return find()?.description ?? ''
}
