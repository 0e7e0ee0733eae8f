import type { Block } from './blocks.ts'

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
const kindKey = /^(?:kind|apiVersion|type|source|provider|cloud(?:_?type|_?provider)?)$/i

/** The words in kinds and names by which a block is recognized as one for a cloud. */
const cloudWords: Readonly<Record<ContextCloud, RegExp>> = {
  aws: /aws|amazon|(?:^|[^a-z])(?:eks|ec2)/i,
  gcp: /gcp|google|(?:^|[^a-z])(?:gke|gce)/i,
  azure: /azure|(?:^|[^a-z])(?:aks|microsoft\.)/i,
  maas: /maas/i,
  'apache-cloudstack': /cloud[-_]?stack/i,
}
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

/** Returns what a block says of a cloud: by its kind, else by the key whose value it is. */
export function relationOfBlock({ header, values }: Block, cloud: ContextCloud): CloudRelation {
  const kinds: string[] = []
  const references: string[] = []
  for (const [key, [value]] of values) {
    if (value === undefined || !kindKey.test(key)) continue
    // A reference such as `provider = azurerm.west` may name a cloud, but a reference to something else is no kind.
    const words = value.kind === 'text' ? kinds : references
    words.push(value.text)
  }
  const [word = '', type = ''] = header
  const hasType = /^(?:resource|data|provider)$/.test(word)
  if (hasType) kinds.push(type)
  // The labels of a block in HCL are names that people give: they needn’t have to do with a cloud.
  const names = header.length === 1 ? header : []
  const relation = relationOfWords([...kinds, ...references], cloud)
  if (relation !== 'unknown') return relation
  const relationOfNames = relationOfWords(names, cloud)
  if (relationOfNames !== 'unknown') return relationOfNames
  const isOfKind = kinds.some((kind) => kind !== '') || word === 'module'
  return isOfKind ? 'kind' : 'unknown'
}

function relationOfWords(words: readonly string[], cloud: ContextCloud): CloudRelation {
  const starts = words.map((word) => word.slice(0, maxWordLength))
  // A zone of Azure’s DNS, such as `azurerm_dns_zone`, isn’t an availability zone.
  const isNamed = (word: string) => cloudWords[cloud].test(word) && !/dns/i.test(word)
  if (starts.some(isNamed)) return 'same'
  return starts.some((word) => namesOtherCloud(word, cloud)) ? 'other' : 'unknown'
}

/** Returns whether a word names a cloud, after it was found not to name the given cloud. */
function namesOtherCloud(word: string, cloud: ContextCloud): boolean {
  if (cloud !== 'aws' && cloud !== 'gcp') return anyCloudWord.test(word)
  return cloudWords[cloud === 'aws' ? 'gcp' : 'aws'].test(word) || foreignCloudWord.test(word)
}

/** The keys of a service that speaks the protocol of S3. AWS’s own S3 needs none of them. */
const endpointKey = /^(?:(?:s3_?)?endpoints?|s3_?url|(?:s3_?)?force_?path_?style)$/i

/**
 * Returns whether a block describes storage of another service than AWS by the protocol of S3, as `backend "s3"` of
 * Terraform with an `endpoint` may. Such services name their regions as AWS does: `us-southeast-1` is Linode’s.
 */
export function isForServiceLikeS3({ header, values, children }: Block): boolean {
  const texts = valuesOfKeys(values, endpointKey)
  const endpoints = children.filter(
    ({ header: [key] }) => key === 'endpoints' || key === 'endpoint',
  )
  // The endpoints of a provider are those of all its services, or of a stand-in for AWS.
  const isStorage = header[0] === 'backend' || header[0] === 'provider'
  if (isStorage) texts.push(...endpoints.flatMap((block) => valuesOfKeys(block.values, /^/)))
  return texts.some((text) => !/amazonaws\.com|^false$/i.test(text))
}

function valuesOfKeys(values: Block['values'], keyPattern: RegExp): string[] {
  const ofKeys = [...values].filter(([key]) => keyPattern.test(key))
  return ofKeys.flatMap(([, valuesOfKey]) => valuesOfKey.map(({ text }) => text))
}
