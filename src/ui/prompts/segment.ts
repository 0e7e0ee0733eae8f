import { askChoice, type Answer, type PickOptions, type StepInfo } from './quickInput.ts'
import { checkSegment } from './validation.ts'

/** Asks for a name or uid that becomes part of a path: one that is offered, or one that is typed. */
export function askSegment(
  info: StepInfo,
  use: string,
  options: Omit<PickOptions<string>, 'typed'>,
): Promise<Answer<string>> {
  const typed = { describe: use, validate: checkSegment, make: (text: string) => text }
  return askChoice(info, { ...options, typed })
}
