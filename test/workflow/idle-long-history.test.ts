// Before its history grows long the workflow continues as new, and carries nothing but the id and what it is about.
import type { WorkflowHandle } from '@temporalio/client'
import { expect } from 'vitest'
import { searchAttributes } from '#workflows/messages.ts'
import { foldTasks, only } from './client.ts'
import { withService } from './fixture.ts'

const test = withService({ HISTORY_MAX: '40' })

test('a long workflow continues as new with its id and what it is about alone, and keeps its times and its attributes', async ({
  client,
  service,
}) => {
  const id = await client.create()
  await client.requestToken(id)
  await client.journalWith(id, 'challenge-accepted')
  await client.queryPack('basic', id)
  const first = await client.describe(id)
  for (let n = 0; n < 8; n++) await client.advance(id, 'PT1M')

  const now = await client.describe(id)
  expect(now.runId).not.toBe(first.runId)
  expect(now.status.name).toBe('RUNNING')
  expect(first.priority).toMatchObject({ fairnessKey: expect.any(String) })
  expect(now.priority).toEqual(first.priority)
  for (const key of [searchAttributes.tenant, searchAttributes.waiting])
    expect(now.typedSearchAttributes.get(key)).toBe(first.typedSearchAttributes.get(key))
  expect(now.typedSearchAttributes.get(searchAttributes.pack)).toBe('basic@1')
  expect(now.typedSearchAttributes.get(searchAttributes.outcome)).toBe('completed')
  const before = service.client.workflow.getHandle(`transaction/${id}`, first.runId)
  expect((await before.describe()).status.name).toBe('CONTINUED_AS_NEW')

  expect(await readCarried(client.handle(id))).toEqual([
    { id, about: expect.stringMatching(/^CPF, no pack yet\n\n\[The page of this transaction\]/) },
  ])
  const journal = await client.journal(id)
  expect((await client.agenda(id)).tasks).toEqual(foldTasks(journal))

  await client.advance(id, 'PT1H')
  expect(only(await client.journal(id), 'challenge-expired').at).toBe(
    only(journal, 'challenge-opened').dueAt,
  )
  expect(await client.messages(id)).toHaveLength(1)
})

/** What the latest run was given by the one before. */
async function readCarried(handle: WorkflowHandle): Promise<unknown[]> {
  const { events } = await handle.fetchHistory()
  const input = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? []
  return input.map(({ data }) => JSON.parse(Buffer.from(data ?? []).toString()))
}
