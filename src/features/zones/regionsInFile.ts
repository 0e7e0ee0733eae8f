import type * as vscode from 'vscode'
import { underlyingProvider } from '../../api/providers.ts'
import { isComplete } from '../../api/list.ts'
import { valueOf } from '../../cache/results.ts'
import { collectRegions } from '../../cloud/regions.ts'
import { shortCodeFileOf, type CodeFile } from '../../documents/codeFile.ts'
import type { CloudProjectRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { FileContext } from '../../syntax/blockContext.ts'
import { blockAt } from '../../syntax/blocks.ts'
import { isNameOfOtherCloud, parseRegionName, parseZoneName } from '../../syntax/zoneNames.ts'
import { findNamedRegions } from '../../zoneAnalysis/namedRegions.ts'

/** The clouds whose regions can be written beside zones. */
const regionClouds = ['aws', 'azure', 'gcp'] as const

/**
 * Returns the regions of a cloud account that the document of an editor names: first that of the block at the cursor,
 * then the others in the order of the text. Sends no request: while the account’s regions aren’t cached, a name counts
 * if it has the form of one of the cloud’s regions.
 */
export function regionsInFile(
  { document, selection }: vscode.TextEditor,
  account: CloudProjectRef,
  { pins, clouds }: Pick<Parts, 'pins' | 'clouds'>,
): string[] {
  const file = shortCodeFileOf(document)
  if (!file) return []
  const known = new Set(collectRegions(account, pins, clouds).map(({ region }) => region))
  const isListKnown = isComplete(valueOf(clouds.regions.peek(account)))
  const candidates = isListKnown ? known : new Set([...known, ...regionsOfZones(file, account)])
  const named = findNamedRegions(file.references, {
    regions: candidates,
    lists: [],
    mayBeRegion: (name) => !isListKnown && parseRegionName(name) !== undefined,
    provider: account.provider,
  })
  const nearest = regionOfBlock(file, document.offsetAt(selection.start), account)
  const isNearestNamed = nearest !== undefined && named.includes(nearest)
  return [...new Set(isNearestNamed ? [nearest, ...named] : named)]
}

/** Returns the regions in the names of a file’s zones, as far as these are names of the account’s cloud. */
function regionsOfZones({ references }: CodeFile, { provider }: CloudProjectRef): string[] {
  return references.flatMap(({ kind, value }) => {
    const zone = kind === 'zone' ? parseZoneName(value) : undefined
    const isOfCloud = zone && !zone.isId && !isNameOfOtherCloud(zone, provider)
    return isOfCloud ? zone.region : []
  })
}

/** Returns the region that the block at an offset, or the nearest block around that, names for the account’s cloud. */
function regionOfBlock(
  { blocks }: CodeFile,
  offset: number,
  { provider }: CloudProjectRef,
): string | undefined {
  const cloud = regionClouds.find((candidate) => candidate === underlyingProvider(provider))
  const block = blockAt(blocks, offset)
  return cloud && block && new FileContext(blocks).regionsOf(cloud).regionOf(block)
}
