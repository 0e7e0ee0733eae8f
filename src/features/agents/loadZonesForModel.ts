import type { CloudProject } from '../../api/accountSchemas.ts'
import type { Zone } from '../../api/client.ts'
import { type ApiError, refusesProject } from '../../api/errors.ts'
import type { List } from '../../api/list.ts'
import { underlyingProvider } from '../../api/providers.ts'
import { toResult, valueOf } from '../../cache/results.ts'
import { findNamed } from '../../model/names.ts'
import type { RegionRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { joinSentences } from '../../displayTexts.ts'
import { notShownSentences } from '../../ui/listTexts.ts'
import { zonesNotFoundText } from '../zones/listZones.ts'
import { adviceFor, quotedServiceText, recoveryAdvice } from './modelErrors.ts'
import { modelJson, quoteNames } from './modelJson.ts'

/** A region of a cloud account, with the names that a model has used. */
export interface NamedRegion extends RegionRef {
  readonly cloudAccountLabel: string
  /**
   * The reason, for the model, why the text was taken for a UID although no list has it. Undefined if the account is
   * listed.
   */
  readonly whyUid?: string | undefined
}

/** Zones, with the Google Cloud project for which they were listed. */
interface LoadedZones {
  readonly zones: List<Zone>
  readonly project: string | undefined
}

/**
 * Loads the zones of a region from the service. A service may list zones of Google Cloud only for a project
 * (docs/api.md, “Zones by provider”). If it finds none, they are listed for the only project of the account, or for the
 * project whose name was passed on instead of its ID. Rejects with an error for the model, which names the projects.
 */
export async function loadZonesForModel(
  region: NamedRegion,
  { clouds }: Parts,
  signal: AbortSignal,
): Promise<LoadedZones> {
  const result = await toResult(clouds.zones.refresh(region, { signal }))
  if (!('error' in result)) return { zones: result.value, project: region.project }
  const { error } = result
  if (!isNotFound(error)) throw modelError(adviceFor(error, region.connection), region)
  if (underlyingProvider(region.provider) !== 'gcp') throw notFoundError(error, region, [])
  const projects = valueOf(await clouds.projects.get(region, { retry: true }))
  const project = findIntendedProject(region.project, projects)
  if (project === undefined) throw notFoundError(error, region, projectTexts(region, projects))
  if (project === region.project) throw notFoundError(error, region, [])
  const retried = await toResult(clouds.zones.refresh({ ...region, project }, { signal }))
  if (!('error' in retried)) return { zones: retried.value, project }
  if (!isNotFound(retried.error))
    throw modelError(adviceFor(retried.error, region.connection), region)
  throw notFoundError(retried.error, { ...region, project }, [])
}

function isNotFound(error: ApiError): boolean {
  return error.kind === 'notFound' && !refusesProject(error)
}

/**
 * Returns the ID of the project that a model must have meant: the project of the given name, or the only project if the
 * model has given none.
 */
function findIntendedProject(
  named: string | undefined,
  projects: List<CloudProject> | undefined,
): string | undefined {
  if (!projects || projects.unreadable > 0) return undefined
  const candidates =
    named === undefined ? projects.items : findNamed(projects.items, ({ id }) => [id], named)
  const [project] = candidates
  return candidates.length === 1 ? project?.id : undefined
}

/** Returns the advice about the project: the names of the account’s projects, or that the user must name a project. */
function projectTexts(
  { project }: NamedRegion,
  projects: List<CloudProject> | undefined,
): readonly string[] {
  const need =
    project === undefined
      ? 'The service may list these zones only for a Google Cloud project: specify its ID as `project`.'
      : `The zones were requested for the Google Cloud project ${modelJson(project)}: specify another ID as \`project\`.`
  const askUser = 'Ask the user for the ID.'
  if (!projects) return [need, 'The projects couldn’t be listed.', askUser]
  const { items, unreadable } = projects
  const ids = items.map(({ id, name }) => (name === id ? id : `${id} (${name})`))
  const texts = [need, `Projects that the service lists: ${quoteNames(ids)}.`]
  if (unreadable > 0) texts.push(notShownSentences('projects', unreadable))
  if (ids.length === 0) texts.push(askUser)
  return texts
}

/** Returns the error for zones that the service couldn’t find. It names the provider, the account, and the region. */
function notFoundError(error: ApiError, region: NamedRegion, advice: readonly string[]): Error {
  const serviceText = quotedServiceText(error)
  const advices = advice.length > 0 ? advice : [recoveryAdvice(error)]
  return modelError(joinSentences(zonesNotFoundText(region), serviceText, ...advices), region)
}

/** Returns an error for the model. It also says why the cloud account was taken for a UID, if it was. */
function modelError(text: string, { whyUid }: NamedRegion): Error {
  if (whyUid === undefined) return new Error(text)
  return new Error(`${text} The cloud account was used as a UID because ${whyUid}`)
}
