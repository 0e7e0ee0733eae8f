import * as v from 'valibot'
import * as vscode from 'vscode'
import { createRedact } from '../../api/redaction.ts'
import { checkConnection } from './checkConnection.ts'
import type { NetworkProbe } from './networkProbe.ts'
import { proxyFor, type ProxyUse } from './proxy.ts'
import { countOf, type CheckReport } from './report.ts'
import { hostOf, type Connection } from '../../connections/connection.ts'
import { isSample } from '../../connections/sample.ts'
import { keyState } from '../../connections/connectionState.ts'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import { checkDocument } from './checkDocument.ts'
import type { CheckDocuments } from './checkDocuments.ts'
import { connectionFor } from '../../ui/activeConnection.ts'
import { readArguments } from '../../ui/arguments.ts'
import { withCancellableProgress } from '../../ui/progress.ts'

const Arguments = v.object({ connection: v.string() })

/** Check Connection, for the active connection or one by name. */
export function checkConnectionCommands(
  parts: Parts & { documents: CheckDocuments; probe: NetworkProbe | undefined },
) {
  const { connections, apiKeys, serviceFor, ping, documents, probe, log } = parts
  /** The running check of each connection by name; a new one cancels it. */
  const running = new Map<string, AbortController>()

  return {
    [commandIds.checkConnection]: async (args: unknown) => {
      const given = readArguments(Arguments, args)
      const connection = connectionFor(connections, given?.connection)
      const report = await check(connection)
      logReport(report)
      const apiKey = await apiKeys.get(connection)
      const redact = apiKey === undefined ? (text: string) => text : createRedact(apiKey)
      await documents.show(connection.name, checkDocument(report, redact))
    },
  }

  async function check(connection: Connection): Promise<CheckReport> {
    const { name } = connection
    const isOfSample = isSample(connection)
    const network = isOfSample ? undefined : probe
    running.get(name)?.abort()
    const own = new AbortController()
    running.set(name, own)
    const title = vscode.l10n.t('Checking connection “{0}”…', visible(name))
    try {
      return await withCancellableProgress(title, async (cancelled) =>
        checkConnection(
          connection,
          {
            keyState: await keyState(connection, apiKeys),
            isSample: isOfSample,
            ping,
            serviceFor: (of) => serviceFor(of, { isDirect: true }),
            probe: network,
            proxy: network && proxyOf(connection, network),
          },
          AbortSignal.any([cancelled, own.signal]),
        ),
      )
    } finally {
      if (running.get(name) === own) running.delete(name)
    }
  }

  function logReport(report: CheckReport): void {
    const { connection } = report
    const counts = [
      `${countOf(report, 'pass')} passed`,
      `${countOf(report, 'fail')} failed`,
      `${countOf(report, 'notTried')} not tried`,
    ].join(', ')
    log.info(`check of “${visible(connection.name)}” host ${hostOf(connection)}: ${counts}`)
  }
}

function proxyOf({ baseUrl }: Connection, probe: NetworkProbe): ProxyUse {
  const settings = vscode.workspace.getConfiguration('http')
  return proxyFor(
    new URL(baseUrl),
    {
      proxy: settings.get<string>('proxy'),
      proxySupport: settings.get<string>('proxySupport'),
      noProxy: settings.get<string[]>('noProxy'),
    },
    probe.environment(),
  )
}
