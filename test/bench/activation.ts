import { inHosts } from './inHost.ts'
import { ratios, type Results, sampleCount, summary } from './samples.ts'

/** What was measured in one extension host, which had done nothing else before. */
export interface StartSample {
  /** Activation of ours and of an empty extension, in milliseconds. */
  ms: number
  emptyMs: number
  /** Activation of ours, and a first command, which loads the rest. */
  withCommandMs: number
  /** What is in use after that and was not before. */
  heapMB: number
}

/** What a start takes, as a person has it: once in an extension host, and so in a new one each time. */
export async function activation(): Promise<Results> {
  const samples = (await inHosts(['activation.start.ts'], sampleCount)) as StartSample[]
  const all = (key: keyof StartSample) => samples.map((sample) => sample[key])
  return {
    activation: ratios(all('ms'), all('emptyMs')),
    activationMs: summary(all('ms')),
    emptyActivationMs: summary(all('emptyMs')),
    firstCommandMs: summary(all('withCommandMs')),
    heap: summary(all('heapMB')),
  }
}
