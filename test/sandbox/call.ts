import { type SandboxResponse, errorResponse } from './response.ts'
import type { CloudAccount, CloudConfig, SandboxData } from './data.ts'
import type { Drains } from './drain.ts'
import type { Settings } from './settings.ts'

/** A request whose route was found and whose API key is valid. */
export interface Call {
  data: SandboxData
  settings: Settings
  drains: Drains
  params: Record<string, string>
  query: URLSearchParams
  body: string
  /** The request's ProjectUid. */
  projectUid: string | undefined
  /** Whether a request with this ProjectUid sees what belongs to the resource’s project. */
  isInScope: (resource: { projectUid: string }) => boolean
}

/** Thrown anywhere to send an error response. */
export class Refusal extends Error {
  readonly response: SandboxResponse
  constructor(response: SandboxResponse) {
    super(response.body)
    this.response = response
  }
}

/** The cloud config that the path names. Throws 404 if there is none, 403 if the key has no access. */
export function requireConfig(call: Call): CloudConfig {
  const { data, params, isInScope } = call
  const { provider, cloudType, configUid } = params
  const segment = provider ?? `cloudTypes/${cloudType}`
  const config = data.configs.find(({ uid }) => uid === configUid)
  if (config?.provider === segment && isInScope(config)) {
    refuseForbidden(call, config)
    return config
  }
  const message = `Cloud config: ${configUid} of ${segment} not found`
  throw new Refusal(errorResponse(404, 'CloudConfigNotFound', message))
}

/** Throws 403 if the key has no access to a cluster (docs/api.md, "Projects"). */
export function refuseForbidden({ settings, projectUid }: Call, config: CloudConfig): void {
  if (config.isForbidden) {
    throw new Refusal(errorResponse(403, 'OperationForbidden', 'The cluster is not yours'))
  }
  if (settings.needsProject && projectUid === undefined) {
    throw new Refusal(tenantForbiddenResponse())
  }
}

/** The response to a key without access to the whole tenant (docs/api.md, "Projects"). */
export function tenantForbiddenResponse(): SandboxResponse {
  const message = 'The operation is forbidden in the scope of the tenant'
  return errorResponse(403, 'OperationForbidden', message)
}

/** Whether a request sees a cloud account (docs/api.md, "Lookups"). */
export function isAccountInScope({ projectUid }: Call, account: CloudAccount): boolean {
  return projectUid === undefined ? account.owner === 'tenant' : account.projectUid === projectUid
}

/** The cloud account of a provider. Throws 400 without a UID, 404 for the UID of anything else. */
export function requireAccount(
  call: Call,
  provider: string,
  accountUid: string | null | undefined,
): CloudAccount {
  if (!accountUid) {
    const message = 'cloudAccountUid in query is required'
    throw new Refusal(errorResponse(400, 'InvalidParameter', message))
  }
  const account = call.data.accounts.find(({ uid }) => uid === accountUid)
  if (account?.provider === provider && isAccountInScope(call, account)) return account
  const message = `Cloud account: ${accountUid} of ${provider} not found`
  throw new Refusal(errorResponse(404, 'CloudAccountNotFound', message))
}
