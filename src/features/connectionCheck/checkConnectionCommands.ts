import * as v from 'valibot'
import * as vscode from 'vscode'
import { raceAbort } from '../../api/deadline.ts'
import { createRedact } from '../../api/redaction.ts'
import { checkConnection } from './checkConnection.ts'
import type { NetworkProbe } from './networkProbe.ts'
import type { Findings } from './findings.ts'
import { readProxySettings } from './proxy.ts'
import { createReportLines, formatReport } from './report.ts'
import { hostOf, type Connection } from '../../connections/connection.ts'
import { isSample } from '../../connections/sample.ts'
import { commandIds, reportScheme } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { escapeInvisible, displayText } from '../../displayTexts.ts'
import { asCode } from '../../ui/markup.ts'
import { resolveConnection } from '../../ui/activeConnection.ts'
import { readArguments } from '../../ui/arguments.ts'
import { withCancellableProgress } from '../../ui/progress.ts'
import { createSnapshots } from '../../ui/snapshots.ts'

const Arguments = v.object({ connection: v.string() })

/**
 * VS Code’s editor that renders Markdown. Where the user has disabled its extension, VS Code opens the text
 * instead. That extension may run in another extension host, so this one can’t look for it.
 */
const markdownPreview = 'vscode.markdown.preview.editor'

/** Check Connection, for the active connection or one by name. */
export function registerCheckConnection(parts: Parts, probe: NetworkProbe | undefined): void {
  const { commands, connections, apiKeys, serviceFor, log } = parts
  /** The documents with the reports, by the names of the connections. */
  const reports = createSnapshots(reportScheme, vscode.l10n.t('Check Connection'))
  parts.context.subscriptions.push(reports)
  /** The checks in progress by the connection’s name. A new check of a connection cancels the earlier one. */
  const runningChecks = new Map<string, AbortController>()

  commands.register(commandIds.checkConnection, async (args: unknown) => {
    const checkArguments = readArguments(Arguments, args)
    const connection = resolveConnection(connections, checkArguments?.connection)
    const findings = await check(connection)
    const redact = createRedact(await apiKeys.get(connection))
    const quote = (text: string) => asCode(escapeInvisible(redact(text)))
    const lines = createReportLines(findings, quote)
    const failed = lines.filter(({ outcome }) => outcome === 'failed').length
    const counts = `${failed} of ${lines.length} checks failed`
    log.info(`check of “${displayText(connection.name)}” host ${hostOf(connection)}: ${counts}`)
    const title = vscode.l10n.t('Connection check: {0}', displayText(connection.name))
    const text = formatReport(findings, lines, quote)
    const { uri } = await reports.load(title, 'md', connection.name, text)
    const options = { preview: true }
    await vscode.commands.executeCommand('vscode.openWith', uri, markdownPreview, options)
  })

  async function check(connection: Connection): Promise<Findings> {
    const { name } = connection
    runningChecks.get(name)?.abort()
    const controller = new AbortController()
    runningChecks.set(name, controller)
    const settings = vscode.workspace.getConfiguration()
    const networkProbe = isSample(connection) ? undefined : probe
    const proxy = networkProbe && readProxySettings(settings, networkProbe.environment())
    const title = vscode.l10n.t('Checking connection “{0}”…', displayText(name))
    try {
      return await withCancellableProgress(title, async (cancelSignal) => {
        const signal = AbortSignal.any([cancelSignal, controller.signal])
        const options = {
          keyState: await raceAbort(apiKeys.stateOf(connection), signal),
          serviceFor: (ref: Connection) => serviceFor(ref, { isDirect: true }),
          probe: networkProbe,
          proxy,
        }
        return checkConnection(connection, options, signal)
      })
    } finally {
      if (runningChecks.get(name) === controller) runningChecks.delete(name)
    }
  }
}
