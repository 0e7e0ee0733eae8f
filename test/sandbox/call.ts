import { type Answer, failure } from './answer.ts'
import type { CloudAccount, CloudConfig, SandboxData } from './data.ts'
import type { Drains } from './drain.ts'
import type { Settings } from './settings.ts'

/** A request that has found its route and shown a valid key. */
export interface Call {
  data: SandboxData
  settings: Settings
  drains: Drains
  params: Record<string, string>
  query: URLSearchParams
  body: string
  /** The request's ProjectUid. */
  projectUid: string | undefined
  /** Whether something of this project may be seen under it. */
  inScope: (thing: { projectUid: string }) => boolean
}

/** Thrown to answer with an error from anywhere. */
export class Refusal extends Error {
  readonly answer: Answer
  constructor(answer: Answer) {
    super(answer.body)
    this.answer = answer
  }
}

/** The cloud config that the path names; refuses with 404, or with 403 where there are no rights. */
export function configOf(call: Call): CloudConfig {
  const { data, params, inScope } = call
  const { provider, cloudType, configUid } = params
  const segment = provider ?? `cloudTypes/${cloudType}`
  const config = data.configs.find(({ uid }) => uid === configUid)
  if (config?.provider === segment && inScope(config)) {
    refuseForbidden(call, config)
    return config
  }
  const message = `Cloud config: ${configUid} of ${segment} not found`
  throw new Refusal(failure(404, 'CloudConfigNotFound', message))
}

/** Refuses with 403 what a key may not do with a cluster (docs/api.md, "Projects"). */
export function refuseForbidden({ settings, projectUid }: Call, config: CloudConfig): void {
  if (config.isForbidden) {
    throw new Refusal(failure(403, 'OperationForbidden', 'The cluster is not yours'))
  }
  if (settings.needsProject && projectUid === undefined) {
    throw new Refusal(forbiddenInTenant())
  }
}

/** The answer to a key without access to the whole tenant (docs/api.md, "Projects"). */
export function forbiddenInTenant(): Answer {
  const message = 'The operation is forbidden in the scope of the tenant'
  return failure(403, 'OperationForbidden', message)
}

/** Whether a cloud account is there in the scope of a request (docs/api.md, "Lookups"). */
export function hasAccount({ projectUid }: Call, account: CloudAccount): boolean {
  return projectUid === undefined ? account.owner === 'tenant' : account.projectUid === projectUid
}

/** The cloud account of a provider; refuses with 400 where none is named, with 404 for others. */
export function accountOf(
  call: Call,
  provider: string,
  accountUid: string | null | undefined,
): CloudAccount {
  if (!accountUid) {
    const message = 'cloudAccountUid in query is required'
    throw new Refusal(failure(400, 'InvalidParameter', message))
  }
  const account = call.data.accounts.find(({ uid }) => uid === accountUid)
  if (account?.provider === provider && hasAccount(call, account)) return account
  const message = `Cloud account: ${accountUid} of ${provider} not found`
  throw new Refusal(failure(404, 'CloudAccountNotFound', message))
}
