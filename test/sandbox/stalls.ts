/** A condition of a machine, as in the published shapes. */
interface Condition {
  type: string
  status: string
  reason?: string
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
  /** Cluster API gives a reason alone. */
  hook: {
    type: 'PreTerminateDeleteHookSucceeded',
    status: 'False',
    reason: 'WaitingExternalHook',
    message: '',
  },
  paused: { type: 'Paused', status: 'True', message: 'Cluster spec.paused is set to true' },
} satisfies Record<string, Condition>

/** The conditions of a healthy machine. Whether `False` is good depends on the type. */
export const wellConditions: readonly Condition[] = [
  { type: 'MemoryPressure', status: 'False', message: 'kubelet has sufficient memory available' },
  // Of node-problem-detector, which AKS and GKE run by default.
  { type: 'KernelDeadlock', status: 'False', message: 'kernel has no deadlock' },
  { type: 'ReadonlyFilesystem', status: 'False', message: 'Filesystem is not read-only' },
  { type: 'Paused', status: 'False', message: 'not paused' },
  { type: 'InfrastructureReady', status: 'True', message: 'The infrastructure is ready' },
]
