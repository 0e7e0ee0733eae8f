import { zoneProvider } from '../../api/providers.ts'
import type { ZoneReference } from '../../formats/zoneReferences.ts'
import { formOf, formOfRegion, isOfOtherCloud } from './regions.ts'

/** The words of the cloud whose zones differ from those of a provider only by hyphens. */
const words: Readonly<Record<string, RegExp>> = {
  aws: /google|gcp|gke|gcloud|node_?locations/i,
  gcp: /aws|amazon|ec2|eks|availability_?zone/i,
}

/** Returns whether a text has one value of another cloud’s form, and else names nothing of that cloud. */
export function hasLoneSlip(
  references: readonly ZoneReference[],
  provider: string,
  text: string,
): boolean {
  const foreign = references.filter(({ kind, value }) => {
    const form = kind === 'zone' ? formOf(value) : formOfRegion(value)
    return form && isOfOtherCloud(form, provider)
  })
  const isOne = new Set(foreign.map(({ value }) => value)).size === 1
  return isOne && !words[zoneProvider(provider)]?.test(text)
}

/** Returns whether a text names a cloud whose regions are called as those of AWS. */
export function hasAlikeRegions(text: string): boolean {
  return /ali(?:baba|cloud|yun)|huawei|outscale/i.test(text)
}

/** Returns whether a text is for such a cloud, and not for the provider’s. */
export function isOfAlikeCloud(text: string, provider: string): boolean {
  const isOfAws = zoneProvider(provider) !== 'aws' || /aws|amazon|ec2|eks/i.test(text)
  return !isOfAws && hasAlikeRegions(text)
}
