import { literalOfKey, type Block, type BlockValue } from './blocks.ts'
import { meaningOfKey, namesAnyPlace, namesOtherPlace } from './keyMeanings.ts'
import { identifierOf, isPlaceholder, parseRegionName, parseZoneName } from './zoneNames.ts'

/** The clouds whose regions are read in the blocks around a zone. */
export type RegionCloud = 'aws' | 'gcp' | 'azure'

/** What is particular to a cloud in finding the regions that the blocks of a file are in. */
export interface RegionReader {
  /** Returns the values of a block’s region keys; references and templates, too. */
  readonly regionsIn: (block: Block) => readonly BlockValue[]
  /** Returns the name of the region that a literal names; undefined if it isn’t known to be one. */
  readonly regionName: (text: string) => string | undefined
  /** Returns whether the regions in a block hold for the whole file. */
  readonly hasFileWideRegion: (block: Block, document: Block) => boolean
  /** Returns whether a block stands for a region that isn’t in the file: `variable "region"`. */
  readonly takesRegionFromElsewhere: (block: Block) => boolean
  /** Returns whether a block that names no region may be in another region than the blocks around it. */
  readonly mayBeElsewhere: (block: Block) => boolean
}

export const unknownRegion: BlockValue = { text: '', start: 0, end: 0, kind: 'other' }

export function createRegionReader(cloud: RegionCloud): RegionReader {
  return cloud === 'azure' ? createAzureReader() : createNamedReader(cloud)
}

function isRegionKey(key: string): boolean {
  return meaningOfKey(key)?.kind === 'region'
}

/** Returns whether a variable is for the region of the file, and not for one of several, as `region2` is. */
function isRegionVariable([type, label = '']: readonly string[]): boolean {
  return type === 'variable' && isRegionKey(label) && !/\d$/.test(label)
}

export function isTopLevel({ parent }: Block): boolean {
  return parent?.parent === undefined
}

/** Reads regions of Azure, whose zones are numbers: a region that is guessed is better than none. */
function createAzureReader(): RegionReader {
  return {
    regionsIn: (block) => regionsInNestedBlocks(block, azureRegionValues, () => true),
    regionName(text) {
      // Terraform also takes regions by their titles, such as “West Europe”.
      const isName = /^[\w -]+$/.test(text) && !isPlaceholder(text)
      return isName ? identifierOf(text) : undefined
    },
    hasFileWideRegion(block, document) {
      const [type = '', label = ''] = block.header
      if (type === 'locals' && isTopLevel(block)) return true
      const documentKind = literalOfKey(document, 'kind') ?? ''
      return fileWideType.test(type === 'resource' ? label : documentKind)
    },
    takesRegionFromElsewhere({ header }) {
      const [type = '', label = ''] = header
      if (type === 'data') return label.includes('cluster')
      return isRegionVariable(header)
    },
    mayBeElsewhere: () => false,
  }
}

/** Such as `azurerm_resource_group`, `azurerm_kubernetes_cluster`, or `AzureManagedControlPlane`, but no node pool. */
const fileWideType = /resource_?group|control_?plane|cluster(?!.*pool)/i

/** Returns the regions in a block. If a resource of HCL has none, those in its nested blocks count. */
function regionsInNestedBlocks(
  block: Block,
  regionValues: (block: Block) => readonly BlockValue[],
  isSamePlace: (nested: Block) => boolean,
): readonly BlockValue[] {
  const regions = regionValues(block)
  const hasLabels = block.header.length > 1
  if (regions.length > 0 || !hasLabels) return regions
  return block.children.filter(isSamePlace).flatMap(regionValues)
}

/**
 * Returns the values of a block’s region keys, but no names that have the form of another cloud, such as `us-east-1`.
 */
function azureRegionValues({ values }: Block): BlockValue[] {
  const regions = [...values].flatMap(([key, valuesOfKey]) => {
    return isRegionKey(key) ? valuesForRegions(key, valuesOfKey) : []
  })
  return regions.filter(({ kind, text }) => kind !== 'text' || parseRegionName(text) === undefined)
}

/**
 * Creates the reader of the regions of AWS or Google Cloud. The names of their zones contain the region, so the region
 * beside a zone only confirms it: if it isn’t certain, none is returned.
 */
function createNamedReader(cloud: 'aws' | 'gcp'): RegionReader {
  const regionValues = (block: Block) => namedRegionValues(block, cloud)
  return {
    regionsIn(block) {
      // The maps in a module are arguments, which may be for anything.
      if (block.header[0] === 'module') return regionValues(block)
      const isSamePlace = (nested: Block) => !isOfOtherPlace(nested) && !isOfStorage(nested)
      const regions = regionsInNestedBlocks(block, regionValues, isSamePlace)
      if (regions.length > 0) return regions
      const config = block.children.find(({ header: [key = ''] }) => configKey.test(key))
      return config ? regionValues(config) : regions
    },
    regionName(text) {
      const region = parseRegionName(text) ?? parseZoneName(text)
      return region?.cloud === cloud && !region.isId ? region.region : undefined
    },
    hasFileWideRegion: (block, document) =>
      (cloud === 'aws' && isProviderOf(block, cloud)) || isWholeCluster(block, document),
    takesRegionFromElsewhere(block) {
      if (block.header[0] === 'variable') return isRegionVariable(block.header)
      const isAlias = block.values.has('alias')
      return isProviderOf(block, cloud) && (isAlias || regionValues(block).length === 0)
    },
    mayBeElsewhere: (block) =>
      isOfOtherPlace(block) || isOfStorage(block) || isOfOtherProvider(block),
  }
}

/** The key of a block with the settings of the cloud, beside the pools of a cluster. */
const configKey = /^cloud_?config$/i
/** The kinds of objects of Kubernetes that stand for a cluster, but not `ClusterRole` and the like. */
const clusterKind =
  /(?:Cluster|ClusterConfig|ClusterDeployment|ClusterTemplate|ControlPlane|ControlPlaneTemplate)$/

/**
 * Returns whether a block is a provider of Terraform for a cloud. That of AWS has a region for all resources in the
 * file that name no other provider; that of Google Cloud, only for those that have neither a region nor a zone.
 */
function isProviderOf({ header: [type, name] }: Block, cloud: 'aws' | 'gcp'): boolean {
  if (type !== 'provider') return false
  return cloud === 'aws' ? name === 'aws' : name === 'google' || name === 'google-beta'
}

/** Returns whether a block names its provider, or is a variable, whose value may be given for another provider. */
function isOfOtherProvider({ header, values, children }: Block): boolean {
  if (header[0] === 'variable') return true
  if (header.length < 2) return false
  return values.has('provider') || children.some(({ header: [key] }) => key === 'providers')
}

/** The APIs of tools whose objects describe a whole cluster. Those of databases and the like have clusters, too. */
const clusterApi =
  /(?:^|\.)(?:cluster\.x-k8s\.io|eksctl\.io|kops\.k8s\.io|k8s\.io|hive\.openshift\.io|hypershift\.openshift\.io|gardener\.cloud|cattle\.io|anywhere\.eks\.amazonaws\.com|kubermatic\.k8c\.io)(?:\/|$)/

/**
 * Returns whether a block is in an object of Kubernetes that is a cluster, or the platform of an OpenShift
 * installation: its region holds for the whole file.
 */
function isWholeCluster({ parent }: Block, document: Block): boolean {
  const isPlatform = parent?.header[0] === 'platform' && isTopLevel(parent)
  if (isPlatform) return true
  const isOfCluster = clusterApi.test(literalOfKey(document, 'apiVersion') ?? '')
  return isOfCluster && clusterKind.test(literalOfKey(document, 'kind') ?? '')
}

function namedRegionValues({ header, values }: Block, cloud: 'aws' | 'gcp'): BlockValue[] {
  const regions: BlockValue[] = []
  /** Zones under a key such as `location`: they tell a region only if no other key does. */
  const zones: BlockValue[] = []
  /** The values of keys such as `logs_region`: they tell no region, but may contradict one. */
  const qualified: BlockValue[] = []
  let takesOtherRegions = false
  for (const [key, valuesOfKey] of values) {
    const meaning = meaningOfKey(key)
    takesOtherRegions ||= key === mergeKey || meaning?.zonesOf !== undefined
    if (meaning?.kind !== 'region' || isKeyOfOtherCloud(key, cloud)) continue
    for (const value of valuesForRegions(key, valuesOfKey)) {
      if (meaning.isQualifiedKey) qualified.push(value)
      else if (mayNameRegion(value, cloud)) (isZoneText(value) ? zones : regions).push(value)
    }
  }
  const named = regions.length > 0 ? regions : zones
  if (named.length > 0) return named.concat(qualified)
  if (qualified.length > 0 || takesOtherRegions) return [unknownRegion]
  const [key = ''] = header
  const isKeyRegion = header.length === 1 && parseRegionName(key)?.cloud === cloud
  return isKeyRegion ? [{ ...unknownRegion, text: key, kind: 'text' }] : []
}

/**
 * The key of YAML that takes the keys of another map, as in `<<: *west`. Like a map whose keys are regions, as in
 * `azs = { us-west-2 = ["us-west-2a"] }`, such a map isn’t in the region that stands around it.
 */
const mergeKey = '<<'

/** Returns whether a region key is of another cloud: AWS has no `location`. */
function isKeyOfOtherCloud(key: string, cloud: 'aws' | 'gcp'): boolean {
  if (cloud === 'aws') return /location|azure|gcp|google|gke/i.test(key)
  return /azure|aws|eks/i.test(key)
}

/** Returns whether the value of a region key may be a region of the cloud: a literal may name another cloud’s. */
function mayNameRegion({ kind, text }: BlockValue, cloud: 'aws' | 'gcp'): boolean {
  if (kind !== 'text') return true
  const parsed = parseRegionName(text) ?? parseZoneName(text)
  return parsed === undefined || parsed.cloud === cloud
}

/**
 * Returns the values of a key for regions that may say something of a region. A path or URL, such as `/var/log`, doesn’t
 * under a key such as `location`, nor does an empty text under a key such as `backup_region`.
 */
function valuesForRegions(key: string, values: readonly BlockValue[]): readonly BlockValue[] {
  const { isAmbiguousKey, isQualifiedKey = false } = meaningOfKey(key) ?? {}
  return values.filter(({ kind, text }) => {
    if (kind !== 'text') return true
    const isPath = isAmbiguousKey === true && pathOrUrl.test(text) && !pathInRegion.test(text)
    return !isPath && !(isQualifiedKey && text === '')
  })
}

const pathOrUrl =
  /^[\w.:~*?&=%@+$-]*[/\\][\w.:/\\~*?&=%@+$-]*$|\.(?:json|ya?ml|toml|ini|conf|cfg|pem|key|p12|crt|log|txt|md|html|xml|sh|py|tf|tfstate|t?gz|tar|zip|jar)$/i
/** Matches the path of a resource of Google Cloud, which names its region or zone. */
const pathInRegion = /(?:regions|locations|zones)\//

function isZoneText({ kind, text }: BlockValue): boolean {
  return kind === 'text' && parseZoneName(text) !== undefined
}

/** Returns whether a block describes storage, as that of backups, which needn’t be in the region of its user. */
function isOfStorage({ header }: Block): boolean {
  return header.some((word) => /storage|bucket|store|(?:^|[_-])s3$/i.test(word))
}

/**
 * Returns whether a block is for another place than the blocks around it, as `backup`, `oregon`, and `staging` are, what
 * is in `sites`, and an item of a list with such a name: `{ name = "eu", … }`.
 */
function isOfOtherPlace(block: Block): boolean {
  const { header, list, parent } = block
  if (header.some(namesOtherPlace)) return true
  // The words of a block in HCL are names that people give: `resource "aws_subnet" "us_east"`.
  const [key = ''] = header
  if (header.length !== 1) return false
  if (severalPlaces.test(key)) return true
  if (namesAnyPlace(key)) return !partsOfCluster.test(parent?.header[0] ?? '')
  return list !== undefined && !partsOfCluster.test(key) && namesItemByPlace(block)
}

function namesItemByPlace(item: Block): boolean {
  if (item.values.has('site')) return true
  return nameKeys.some((key) => namesAnyPlace(literalOfKey(item, key) ?? ''))
}

const nameKeys = ['name', 'id', 'environment', 'env'] as const
/** Keys of things that are in the region of their cluster or network, whatever their names are. */
const partsOfCluster = /pool|node|worker|machine|subnet/i
/** Keys of several things each of which may be in another place. */
const severalPlaces = /^(?:sites|clusters|regions|locations|data_?centers|env(?:ironment)?s)$/i
