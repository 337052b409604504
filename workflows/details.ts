// What the Temporal UI shows of a transaction while it is open: ids, codes and times.
import { setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow'
import type { Agenda } from '#src/journey/agenda/task.ts'
import { searchAttributes } from './messages.ts'

export function show({ seq, tasks, pack }: Agenda, running: readonly string[]): void {
  const lines = tasks.map(({ key, dueAt }) => {
    const now = running.includes(key) ? ', running' : ''
    return `- \`${key}\` ${new Date(dueAt).toISOString()}${now}`
  })
  setCurrentDetails([`Journal read up to **${seq}**`, ...lines].join('\n'))
  // Written only when it changes: each time costs an event.
  if (pack !== null && workflowInfo().typedSearchAttributes.get(searchAttributes.pack) !== pack)
    upsertSearchAttributes([{ key: searchAttributes.pack, value: pack }])
}
