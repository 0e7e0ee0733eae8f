import { literalOfKey, type Block } from './blocks.ts'

/**
 * The clouds that the blocks around a zone may name, as `resource "azurerm_…"` does. Zones of Azure are numbers, and
 * zones of MAAS and CloudStack have any name: only these blocks tell that they are of this cloud. Zones of AWS and
 * Google Cloud tell it by their names, unless they are misspelled.
 */
export type ContextCloud = 'aws' | 'gcp' | 'azure' | 'maas' | 'apache-cloudstack'

/**
 * What a block alone says of a cloud; `kind` if the block has a kind, such as `kind: Deployment`, that names no cloud.
 */
export type CloudRelation = 'same' | 'other' | 'kind' | 'unknown'

/** Keys whose value says what a map is for: `apiVersion: infrastructure.cluster.x-k8s.io/v1`, `cloud_type: azure`. */
const kindKey = /^(?:kind|apiVersion|type|source|provider(?:_?name)?|cloud(?:_?type|_?provider)?)$/i

/** The words in kinds and names by which a block is recognized as one for a cloud. */
const cloudWords: Readonly<Record<ContextCloud, RegExp>> = {
  aws: /aws|amazon|(?:^|[^a-z])(?:eks|ec2)/i,
  gcp: /gcp|google|bigquery|(?:^|[^a-z])(?:gke|gce)/i,
  azure: /azure|(?:^|[^a-z])(?:aks|microsoft\.)/i,
  maas: /maas/i,
  'apache-cloudstack': /cloud[-_]?stack/i,
}
const cloudsWithRegions = ['aws', 'gcp', 'azure'] as const
export type CloudWithRegions = (typeof cloudsWithRegions)[number]
const anyCloudWord =
  /aws|eks|amazon|azure|aks|gcp|gke|google|openstack|vsphere|vmware|oci|ibm|maas|stack/i
/**
 * The words of clouds that prove a block to be of another cloud than AWS or Google Cloud, whose zones have names that
 * tell much on their own. Short words such as `oci`, which is also a kind of registry, count only as a whole name.
 */
const foreignCloudWord =
  /azure|openstack|vsphere|maas|cloud[-_]?stack|ali(?:baba|cloud|yun)|huawei|tencent|outscale|scaleway|linode|digitalocean|hetzner|hcloud|exoscale|equinix|vultr|nutanix|yandex|(?:^|[^a-z])(?:aks|ibm|ovh)(?=$|[^a-z])|^(?:oci|oracle)(?:_|$)/i

/** Of longer kinds and names, only the start is searched for the words of clouds. In UTF-16 units. */
const maxWordLength = 300

/** Finds out which blocks of a file are for a cloud. */
export class CloudRelations {
  readonly #cloud: ContextCloud
  readonly #relations = new Map<Block, CloudRelation>()

  constructor(cloud: ContextCloud) {
    this.#cloud = cloud
  }

  /**
   * Returns what the nearest block, from a block outwards, that names any cloud says of this cloud. If no block names
   * one, `kind` if a block has a kind that is of no cloud.
   */
  nearest(block: Block): CloudRelation {
    const known = this.#relations.get(block)
    if (known !== undefined) return known
    let relation = relationOfBlock(block, this.#cloud)
    const namesCloud = relation === 'same' || relation === 'other'
    if (!namesCloud && block.parent) {
      const outerRelation = this.nearest(block.parent)
      if (outerRelation !== 'unknown') relation = outerRelation
    }
    this.#relations.set(block, relation)
    return relation
  }
}

/** Returns what a block says of a cloud: by its kind, else by the key whose value it is. */
function relationOfBlock(block: Block, cloud: ContextCloud): CloudRelation {
  const { header } = block
  const kinds = kindsOf(block)
  const relation = relationOfWords(kinds, cloud)
  if (relation !== 'unknown') return relation
  // The labels of a block in HCL are names that people give: they needn’t have to do with a cloud.
  const [name = ''] = header
  const names = header.length === 1 ? [{ text: name, isLiteral: true }] : none
  const relationOfName = relationOfWords(names, cloud)
  if (relationOfName !== 'unknown') return relationOfName
  const isOfKind = kinds.some(({ text, isLiteral }) => isLiteral && text !== '')
  return isOfKind || name === 'module' ? 'kind' : 'unknown'
}

/** A word of a block that may name a cloud. A reference to something that is of no cloud is no kind. */
interface Kind {
  readonly text: string
  readonly isLiteral: boolean
}

const none: readonly Kind[] = []

/** Returns the kinds of a block, such as `AWSMachine` or `aws_subnet`, and references such as `azurerm.west`. */
function kindsOf({ header, values }: Block): readonly Kind[] {
  let kinds: Kind[] | undefined
  for (const [key, [value]] of values) {
    if (value === undefined || !kindKey.test(key)) continue
    kinds ??= []
    kinds.push({ text: value.text.slice(0, maxWordLength), isLiteral: value.kind === 'text' })
  }
  const [word = '', type = ''] = header
  if (!/^(?:resource|data|provider)$/.test(word)) return kinds ?? none
  return [...(kinds ?? none), { text: type.slice(0, maxWordLength), isLiteral: true }]
}

function relationOfWords(words: readonly Kind[], cloud: ContextCloud): CloudRelation {
  // A zone of Azure’s DNS, such as `azurerm_dns_zone`, isn’t an availability zone.
  const isNamed = ({ text }: Kind) => cloudWords[cloud].test(text) && !/dns/i.test(text)
  if (words.some(isNamed)) return 'same'
  return words.some(({ text }) => namesOtherCloud(text, cloud)) ? 'other' : 'unknown'
}

/** Returns whether a word names a cloud, after it was found not to name the given cloud. */
function namesOtherCloud(word: string, cloud: ContextCloud): boolean {
  if (cloud !== 'aws' && cloud !== 'gcp') return anyCloudWord.test(word)
  return cloudWords[cloud === 'aws' ? 'gcp' : 'aws'].test(word) || foreignCloudWord.test(word)
}

/** Returns the cloud that the name of a key or variable names, as `aws_region` does; undefined for none and for several. */
export function cloudNamedInKey(name: string): CloudWithRegions | undefined {
  const clouds = cloudsWithRegions.filter((cloud) => cloudWords[cloud].test(name))
  return clouds.length === 1 ? clouds[0] : undefined
}

/** The keys of a service that speaks the protocol of S3. AWS’s own S3 needs none of them. */
const endpointKey =
  /^(?:(?:s3_?|aws_?|region_?)?endpoints?(?:_?url)?(?:_?s3)?|s3_?(?:url|host(?:name)?)|restic_repository|(?:s3_?)?(?:force|use)_?path_?style)$/i

/**
 * Returns whether a block describes storage by the protocol of S3: `s3 { … }`, `backend "s3"`, or a map of the type
 * `s3`. Its region is none of Google Cloud, even where Google Cloud holds the storage.
 */
export function isOfS3(block: Block): boolean {
  return block.header.at(-1) === 's3' || /^s3$/i.test(literalOfKey(block, 'type') ?? '')
}

/**
 * Returns whether a block describes storage of another service than AWS by the protocol of S3, as `backend "s3"` of
 * Terraform with an `endpoint` may, or a container with `AWS_ENDPOINT_URL` among its variables. Such services name
 * their regions as AWS does: `us-southeast-1` is Linode’s.
 */
export function isForServiceLikeS3(block: Block): boolean {
  const { header, children } = block
  if (settingsOf(block).some(([key, value]) => endpointKey.test(key) && isForeign(value)))
    return true
  // The endpoints of a provider are those of all its services, or of a stand-in for AWS.
  const isStorage = header[0] === 'backend' || header[0] === 'provider'
  if (!isStorage) return false
  const endpoints = children.filter(
    ({ header: [key] }) => key === 'endpoints' || key === 'endpoint',
  )
  const texts = endpoints.flatMap(({ values }) => [...values.values()].flat())
  return texts.some(({ text }) => isForeign(text))
}

/**
 * Returns the settings of a block: its keys, its texts such as `KEY=value`, and pairs of a `name` and a `value` in it.
 */
function settingsOf({ values, children }: Block): [key: string, value: string][] {
  const settings: [string, string][] = []
  for (const [key, valuesOfKey] of values) {
    for (const { text } of valuesOfKey) {
      const sign = text.indexOf('=')
      settings.push([key, text], [text.slice(0, Math.max(sign, 0)), text.slice(sign + 1)])
    }
  }
  for (const child of children) {
    settings.push([literalOfKey(child, 'name') ?? '', literalOfKey(child, 'value') ?? ''])
  }
  return settings
}

function isForeign(endpoint: string): boolean {
  return !/amazonaws\.com|^false$/i.test(endpoint)
}
