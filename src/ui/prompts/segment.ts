import { askChoice, type Answer, type PickOptions, type StepInfo } from './quickInput.ts'
import { checkSegment } from './validation.ts'

/** Prompts for a name or UID that becomes part of a path, listed or entered. */
export function askSegment(
  info: StepInfo,
  use: string,
  options: Omit<PickOptions<string>, 'typed'>,
): Promise<Answer<string>> {
  const typed = { describe: use, validate: checkSegment, make: (text: string) => text }
  return askChoice(info, { ...options, typed })
}
