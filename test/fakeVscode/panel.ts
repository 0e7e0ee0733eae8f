import * as vscode from 'vscode'

/** A panel that nothing renders: its page is the test. */
export function createPanel(
  viewType: string,
  title: string,
  viewColumn: vscode.ViewColumn,
  options: vscode.WebviewPanelOptions = {},
): vscode.WebviewPanel {
  const received = new vscode.EventEmitter<unknown>()
  const disposed = new vscode.EventEmitter<void>()
  const state = new vscode.EventEmitter<vscode.WebviewPanelOnDidChangeViewStateEvent>()
  const webview: vscode.Webview = {
    options: {},
    html: '',
    cspSource: 'fake:',
    asWebviewUri: (uri) => uri,
    postMessage: () => Promise.resolve(true),
    onDidReceiveMessage: received.event,
  }
  return {
    viewType,
    title,
    webview,
    options,
    viewColumn,
    active: true,
    visible: true,
    onDidChangeViewState: state.event,
    onDidDispose: disposed.event,
    reveal: () => {},
    dispose: () => disposed.fire(),
  }
}
