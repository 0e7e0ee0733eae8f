import * as vscode from 'vscode'
import { keyState } from '../../connections/connectionState.ts'
import { isSample } from '../../connections/sample.ts'
import type { Parts } from '../../parts.ts'

/**
 * Requests the expiry of the active connection’s API key while a view is visible, which loads by itself anyway.
 * Without a timer: when a view is opened, this window gets the focus, or the connections or keys change.
 */
export function registerKeyExpiry(parts: Parts): vscode.Disposable {
  const { connections, apiKeys, keyExpiries, zonesTree, machinePoolsTree } = parts
  const trees = [zonesTree, machinePoolsTree]
  const update = async () => {
    const { active } = connections
    if (!active || isSample(active) || !trees.some(({ visible }) => visible)) return
    const state = await keyState(active, apiKeys).catch(() => undefined)
    if (state === 'ready') await keyExpiries.update(active)
  }
  void update()
  return vscode.Disposable.from(
    ...trees.map((tree) => tree.onDidChangeVisibility(update)),
    vscode.window.onDidChangeWindowState(({ focused }) => (focused ? update() : undefined)),
    connections.onDidChange(update),
    keyExpiries.onDidChange(update), // a key was set
  )
}
