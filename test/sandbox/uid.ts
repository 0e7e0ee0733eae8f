import { digest } from './digest.ts'

/** Made from a seed, so that the uids are the same in every run and look like the real ones. */
export function uid(seed: string): string {
  return '66' + digest(seed, 22)
}
