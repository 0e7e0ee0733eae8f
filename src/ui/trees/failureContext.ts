import { contextValues } from '../../contributions.ts'
import { wayOut } from '../commandErrors.ts'
import type { FailureNode } from './nodes.ts'

/** Returns the context value of an error’s tree item: what its user can do about it, apart from Retry. */
export function failureContext(node: FailureNode): string {
  switch (wayOut(node.error)) {
    case 'key':
      return contextValues.failureKey
    case 'project':
      return lacksProject(node) ? contextValues.failureProject : contextValues.failure
    case 'address':
      return contextValues.failureAddress
    case 'check':
      return contextValues.failureCheck
    case undefined:
      return contextValues.failure
  }
}

/** Returns whether a request without a project was denied, or a list, which every project has. */
function lacksProject({ connection, retry }: FailureNode): boolean {
  if (typeof retry === 'string') return true
  const own = 'configUid' in retry ? retry.project?.uid : undefined
  return (connection.projectUid ?? own) === undefined
}
