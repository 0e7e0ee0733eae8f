/** A condition of a machine, as published. */
interface Condition {
  type: string
  status: string
  message: string
}

/** Why a drain stands still, as a machine that can’t go tells it. */
export const stalls = {
  disruptionBudget: {
    type: 'DrainingSucceeded',
    status: 'False',
    message:
      "error when evicting pods/payments-api-5d7c9 -n payments: Cannot evict pod as it would violate the pod's disruption budget.",
  },
  volume: {
    type: 'VolumeDetachSucceeded',
    status: 'False',
    message: 'Waiting for node volumes to be detached: pvc-4f1d22 (ebs.csi.aws.com)',
  },
} satisfies Record<string, Condition>

/** The conditions of a machine that is well: some types are fine if false. */
export const wellConditions: readonly Condition[] = [
  { type: 'MemoryPressure', status: 'False', message: 'kubelet has sufficient memory available' },
  { type: 'VolumeDetachSucceeded', status: 'True', message: 'All volumes are detached' },
]
