import { type Answer, failure, json } from './answer.ts'
import { checkFault } from './faults.ts'
import type { RecordedRequest, Sandbox } from './service.ts'
import { checkSettings } from './settings.ts'

/**
 * The sandbox's own endpoints, by which another process steers it: `POST` and `DELETE
 * /sandbox/faults`, `PATCH /sandbox/settings`, `POST /sandbox/drainStep`, `POST /sandbox/reset`,
 * `GET /sandbox/requests` and `/sandbox/load`. No key is asked for.
 */
export function control(sandbox: Sandbox, method: string, path: string, body: string): Answer {
  switch (`${method} ${path}`) {
    case 'POST /sandbox/faults':
      return addFault(sandbox, body)
    case 'DELETE /sandbox/faults':
      sandbox.clearFaults()
      return { status: 204, headers: {} }
    case 'PATCH /sandbox/settings':
      return changeSettings(sandbox, body)
    case 'POST /sandbox/drainStep':
      sandbox.drainStep()
      return { status: 204, headers: {} }
    case 'GET /sandbox/load':
      return json(200, sandbox.load)
    case 'POST /sandbox/reset':
      sandbox.reset()
      return { status: 204, headers: {} }
    case 'GET /sandbox/requests':
      return json(200, redacted(sandbox.requests, sandbox.apiKey))
    default:
      return failure(404, 'RouteNotFound', `The sandbox has no ${method} ${path}`)
  }
}

function addFault(sandbox: Sandbox, body: string): Answer {
  try {
    const fault: unknown = JSON.parse(body)
    checkFault(fault)
    sandbox.addFault(fault)
    return { status: 204, headers: {} }
  } catch (error) {
    return failure(400, 'InvalidFault', String(error))
  }
}

function changeSettings(sandbox: Sandbox, body: string): Answer {
  try {
    const settings: unknown = JSON.parse(body)
    checkSettings(settings)
    Object.assign(sandbox, settings)
    return { status: 204, headers: {} }
  } catch (error) {
    return failure(400, 'InvalidSettings', String(error))
  }
}

/** The requests without the key wherever it turned up, and without any wrong key that was sent. */
function redacted(requests: RecordedRequest[], apiKey: string): unknown {
  const secrets = new Set([apiKey, encodeURIComponent(apiKey)])
  for (const { headers } of requests) {
    if (headers['apikey']) secrets.add(String(headers['apikey']))
  }
  const hide = (text: string) =>
    [...secrets].reduce((rest, secret) => rest.replaceAll(secret, '<API_KEY>'), text)
  const text = JSON.stringify(requests, (_key, value: unknown) =>
    typeof value === 'string' ? hide(value) : value,
  )
  return JSON.parse(text)
}
