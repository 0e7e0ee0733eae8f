import assert from 'node:assert/strict'
import { providerForCloudType, underlyingProvider } from '../../../src/api/providers.ts'

describe('Lookups: A provider', () => {
  // The segments that have the operation (docs/api.md, “Deletions”), and the exceptions.
  for (const [cloudType, provider = cloudType] of [
    ['aks'],
    ['apache-cloudstack'],
    ['aws'],
    ['azure'],
    ['edge-native'],
    ['eks'],
    ['gcp'],
    ['generic'],
    ['gke'],
    ['maas'],
    ['virtual'],
    ['vsphere'],
    ['edge-vsphere', 'vsphere'],
    ['nested', 'virtual'],
    ['nutanix', 'cloudTypes/nutanix'],
    ['constructor', 'cloudTypes/constructor'],
  ] as [string, string?][]) {
    it(`of the cloud type ${cloudType} is ${provider}`, () =>
      assert.equal(providerForCloudType(cloudType), provider))
  }

  for (const [provider, parent] of [
    ['eks', 'aws'],
    ['aks', 'azure'],
    ['gke', 'gcp'],
    ['aws', 'aws'],
    ['vsphere', 'vsphere'],
    ['cloudTypes/nutanix', 'cloudTypes/nutanix'],
    ['constructor', 'constructor'],
    ['__proto__', '__proto__'],
  ] as const) {
    it(`${provider} has the zones of ${parent}`, () =>
      assert.equal(underlyingProvider(provider), parent))
  }
})
