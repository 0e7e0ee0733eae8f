import * as v from 'valibot'
import { identifier, itemsOf, part, text, time } from './schemaParts.ts'
import type { Trace } from './traceSchemas.ts'

/** An audit entry (lookups.md, “Lookups”). */
export interface Audit extends Trace {
  /** The kind of action, such as `delete`. */
  action?: string | undefined
  /** The service’s sentences about it. */
  messages: string[]
  resourceUid?: string | undefined
  /** The name of the person or the service that did it, with the person’s email address. */
  actor?: string | undefined
  /** The user who did it, or whose API key was used. */
  userUid?: string | undefined
}

const user = part({ uid: text, firstName: text, lastName: text, emailId: text })

export const AuditsResponse = itemsOf(
  v.pipe(
    v.object({
      metadata: v.object({ uid: identifier, creationTimestamp: time }),
      spec: part({
        actionType: text,
        actionMsg: text,
        contentMsg: text,
        actor: part({ actorType: text, serviceName: text, user }),
        resource: part({ uid: text }),
      }),
    }),
    v.transform(({ metadata, spec = {} }): Audit => {
      const messages = [spec.actionMsg, spec.contentMsg].filter((one) => one !== undefined)
      return {
        uid: metadata.uid,
        at: metadata.creationTimestamp,
        words: [spec.actionType, ...messages].filter((one) => one !== undefined).join(' '),
        action: spec.actionType,
        messages,
        resourceUid: spec.resource?.uid,
        actor: nameOf(spec.actor?.user) ?? spec.actor?.serviceName ?? spec.actor?.actorType,
        userUid: spec.actor?.user?.uid,
      }
    }),
  ),
)

function nameOf({ firstName, lastName, emailId }: v.InferOutput<typeof user> = {}) {
  const name = [firstName, lastName].filter((one) => one !== undefined).join(' ')
  if (name === '') return emailId
  return emailId === undefined ? name : `${name} (${emailId})`
}
