import * as vscode from 'vscode'
import { commandIds, toolNames } from './contributions.ts'
import type { ActivatedParts, Later } from './later.ts'
import { once } from './once.ts'

/** Loads what activation does without. How is another matter in Node.js than in a browser. */
export type LoadLater = () => Promise<Later>

/** Fails in words that help: VS Code shows them to who has asked, and in the views. */
export function toldLoading(load: LoadLater, log: vscode.LogOutputChannel): LoadLater {
  return () =>
    load().catch((error: unknown) => {
      log.error(String(error))
      throw new Error(vscode.l10n.t('Couldn’t load part of Poolkeeper. Reload the window.'))
    })
}

/**
 * Registers every command and every tool, and waits for deletions to settle; what is done then is
 * loaded when there is first something to do.
 */
export function registerActions(load: LoadLater, parts: ActivatedParts): vscode.Disposable {
  const actions = once(async () => (await load()).createActions(parts))
  const tool = async (name: (typeof names)[number]) => (await actions()).tools[name]
  // Not all that is built from VS Code has tools.
  const names = 'lm' in vscode && 'registerTool' in vscode.lm ? Object.values(toolNames) : []
  return vscode.Disposable.from(
    ...Object.values(commandIds).map((id) =>
      vscode.commands.registerCommand(id, async (...args: unknown[]) =>
        (await actions()).run(id, args),
      ),
    ),
    ...names.map((name) =>
      vscode.lm.registerTool<unknown>(name, {
        prepareInvocation: async ({ input }) => (await tool(name)).prepare(input),
        invoke: async ({ input }, token) => (await tool(name)).invoke(input, token),
      }),
    ),
    parts.following.onDidSettle(async (settled) => (await actions()).reportSettled(settled)),
  )
}
