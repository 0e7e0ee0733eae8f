import type * as vscode from 'vscode'

/** Runs an operation with an abort signal, which aborts when the cancellation token of VS Code is canceled. */
export async function withTokenSignal<T>(
  token: vscode.CancellationToken,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  if (token.isCancellationRequested) controller.abort()
  const subscription = token.onCancellationRequested(() => controller.abort())
  try {
    return await run(controller.signal)
  } finally {
    subscription.dispose()
  }
}
