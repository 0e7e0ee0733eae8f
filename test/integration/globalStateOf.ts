import type { Memento } from 'vscode'
import { GlobalState } from '../../src/state/globalState.ts'
import { StateWriter } from '../../src/state/stateWriter.ts'

/** The global state as another start of the extension would have it. */
export function globalStateOf(memento: Memento): GlobalState {
  const writer = new StateWriter(memento)
  return new GlobalState(memento, async () => writer)
}
