// How the workflow calls activities: time limits, retries, and a summary for the Temporal UI.
import { proxyActivities, proxyLocalActivities, workflowInfo } from '@temporalio/workflow'
import type { LocalActivities, VendorActivities } from '#activities/signatures.ts'
import { vendorQueue } from './messages.ts'

/** On our own Postgres, inside the workflow task; a few tries, then the story waits on a timer. */
export function quick(summary: string) {
  return proxyLocalActivities<LocalActivities>({
    startToCloseTimeout: '2s',
    retry: { maximumAttempts: 3, initialInterval: '200ms', backoffCoefficient: 2 },
    summary,
  })
}

/**
 * To a vendor, on the vendors' queue; once, because what happened to the call is in the journal. A dead
 * worker is noticed by its heartbeat, which activities beat every second.
 */
export function vendor(summary: string, seconds: number) {
  return proxyActivities<VendorActivities>({
    taskQueue: vendorQueue(workflowInfo().taskQueue),
    startToCloseTimeout: seconds * 1_000,
    heartbeatTimeout: '4s',
    retry: { maximumAttempts: 1 },
    cancellationType: 'TRY_CANCEL',
    summary,
  })
}
