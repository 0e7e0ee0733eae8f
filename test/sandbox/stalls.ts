import type { StallCause } from './model.ts'

/** A condition of a machine, as published. */
interface Condition {
  type: string
  status: string
  reason: string
  message: string
}

/** Why a drain stands still, as a machine that can’t go tells it. */
export const stalls: Readonly<Record<StallCause, Condition>> = {
  disruptionBudget: {
    type: 'DrainingSucceeded',
    status: 'False',
    reason: 'DrainingFailed',
    message:
      "error when evicting pods/payments-api-5d7c9 -n payments: Cannot evict pod as it would violate the pod's disruption budget.",
  },
  volume: {
    type: 'VolumeDetachSucceeded',
    status: 'False',
    reason: 'WaitingForVolumeDetach',
    message: 'Waiting for node volumes to be detached: pvc-4f1d22 (ebs.csi.aws.com)',
  },
}

/** The conditions of a machine that is well. */
export const wellConditions: readonly Condition[] = [
  {
    type: 'MemoryPressure',
    status: 'False',
    reason: 'KubeletHasSufficientMemory',
    message: 'kubelet has sufficient memory available',
  },
  {
    type: 'Ready',
    status: 'True',
    reason: 'KubeletReady',
    message: 'kubelet is posting ready status',
  },
  {
    type: 'VolumeDetachSucceeded',
    status: 'True',
    reason: 'Detached',
    message: 'All volumes are detached',
  },
]
