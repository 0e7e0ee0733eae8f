/** A condition of a machine, as in the published shapes. */
interface Condition {
  type: string
  status: string
  message: string
}

/** Why a drain stalls: conditions of the machine that can’t be removed. */
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

/** The conditions of a healthy machine. Whether `False` is good depends on the type. */
export const wellConditions: readonly Condition[] = [
  { type: 'MemoryPressure', status: 'False', message: 'kubelet has sufficient memory available' },
  { type: 'VolumeDetachSucceeded', status: 'True', message: 'All volumes are detached' },
]
