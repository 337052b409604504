// A workflow of the same name that reads twice before it waits: its history cannot be replayed by ours.
import { condition, proxyLocalActivities, sleep } from '@temporalio/workflow'
import type { AgendaActivities } from '#activities/signatures.ts'

export async function transaction({ id }: { id: string }): Promise<void> {
  const { readAgenda } = proxyLocalActivities<AgendaActivities>({ startToCloseTimeout: '2s' })
  await readAgenda({ id, after: null })
  const agenda = await readAgenda({ id, after: null })
  const isDue = agenda?.tasks.some(({ dueAt }) => dueAt <= agenda.now)
  if (isDue) await condition(() => false)
  else await sleep('1 hour')
}
