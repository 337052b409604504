// Counts actions as Temporal Cloud does, by docs.temporal.io/evaluate/cloud/actions: a signal with start is one; the
// local activities of one workflow task are one; a timer, an upsert and an activity are one each.
import type { WorkflowHandle } from '@temporalio/client'

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>
type Events = NonNullable<History['events']>

export function countActions(events: Events): number {
  const tasks = new Set<string>()
  let [others, signals] = [0, 0]
  for (const event of events) {
    const marker = event.markerRecordedEventAttributes
    if (marker) tasks.add(String(marker.workflowTaskCompletedEventId))
    if (event.workflowExecutionSignaledEventAttributes) signals += 1
    if (
      event.timerStartedEventAttributes ??
      event.activityTaskScheduledEventAttributes ??
      event.upsertWorkflowSearchAttributesEventAttributes
    )
      others += 1
  }
  // The start is counted with the first signal; without a signal it counts by itself.
  return Math.max(1, signals) + others + tasks.size
}
