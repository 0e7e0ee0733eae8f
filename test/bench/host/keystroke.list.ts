import { strict as assert } from 'node:assert'
import { QuickPickItemKind, type QuickPick, type QuickPickItem } from 'vscode'
import { ChoicePrompt } from '../../../src/ui/prompts/choicePrompt.ts'
import { summary, timed } from '../samples.ts'
import { record } from './given.ts'

const places = ['eks-prod', 'eks-staging', 'gke-analytics', 'aks-payments', 'Zürich']
const kinds = ['workers', 'gpu', 'spot', 'batch', 'system', 'ingest', 'control-plane']

describe('A list of 20,000 machine pools', function () {
  this.timeout(600_000)

  it('shows what matches after each keystroke', async () => {
    const choices = Array.from({ length: 20_000 }, (_, nth) => ({
      label: `${places[nth % 5]}-${kinds[nth % 7]}-${nth % 60}`,
      icon: 'server',
      description: `${places[nth % 5]}-cluster-${nth % 400} · Production · aws`,
      detail: '3 nodes · us-east-1a, us-east-1b · m5.2xlarge',
      value: nth,
    }))
    const prompt = new ChoicePrompt({ placeholder: 'Select a machine pool', choices })
    const listening = prompt.listen(() => {})
    try {
      await untilActive(prompt.pick, () => prompt.pick.show(), [])
      const samples: number[] = []
      for (const words of ['eks-prod-workers-3', 'gpu aws production', 'zurich batch']) {
        for (let length = 1; length <= words.length; length++) {
          const act = () => (prompt.pick.value = words.slice(0, length))
          const ms = await timed(() => untilActive(prompt.pick, act))
          assert.ok(prompt.pick.activeItems[0]?.label, 'nothing was found')
          samples.push(ms)
        }
      }
      record({ keystroke: summary(samples), longestKeystroke: summary([Math.max(...samples)]) })
    } finally {
      listening.dispose()
      prompt.pick.dispose()
    }
  })
})

/** Resolves when the window shows the list that follows, and has told which of its items is active. */
function untilActive(
  pick: QuickPick<QuickPickItem>,
  act: () => void,
  before: readonly QuickPickItem[] = pick.items,
): Promise<void> {
  return new Promise((resolve) => {
    const subscription = pick.onDidChangeActive(([item]) => {
      if (!item || item.kind === QuickPickItemKind.Separator || pick.items === before) return
      subscription.dispose()
      resolve()
    })
    act()
  })
}
