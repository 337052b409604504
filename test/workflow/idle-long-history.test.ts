// Before its history grows long the workflow continues as new, and carries what it knows.
import type { WorkflowHandle } from '@temporalio/client'
import { expect } from 'vitest'
import { fold, initialState, type State } from '#workflows/fold.ts'
import { searchAttributes } from '#workflows/messages.ts'
import { only } from './client.ts'
import { withService } from './fixture.ts'

const test = withService({ HISTORY_MAX: '40' })

test('a long workflow continues as new with its state, its timers and its attributes', async ({
  client,
  service,
}) => {
  const id = await client.create()
  await client.requestToken(id)
  await client.journalWith(id, 'email-token-sent')
  await client.queryPack('basic', id)
  const first = await client.describe(id)
  for (let n = 0; n < 8; n++) await client.advance(id, 'PT1M')

  const now = await client.describe(id)
  expect(now.runId).not.toBe(first.runId)
  expect(now.status.name).toBe('RUNNING')
  for (const key of [searchAttributes.tenant, searchAttributes.status, searchAttributes.pack])
    expect(now.typedSearchAttributes.get(key)).toBe(
      first.typedSearchAttributes.get(key) ?? 'basic@1',
    )
  const before = service.client.workflow.getHandle(`transaction/${id}`, first.runId)
  expect((await before.describe()).status.name).toBe('CONTINUED_AS_NEW')

  const carried = await readCarried(client.handle(id))
  expect(carried.foldVersion).toBeGreaterThan(0)
  const journal = await client.journal(id)
  expect(carried.state).toEqual(fold(initialState, journal.slice(0, carried.state.seq)))
  expect(await client.state(id)).toEqual(fold(initialState, journal))

  await client.advance(id, 'PT1H')
  expect(only(await client.journal(id), 'email-token-expired').at).toBe(
    only(journal, 'email-token-opened').dueAt,
  )
  expect(await client.messages(id)).toHaveLength(1)
})

/** What the latest run was given by the one before. */
async function readCarried(handle: WorkflowHandle): Promise<{ foldVersion: number; state: State }> {
  const { events } = await handle.fetchHistory()
  const input = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads
  // The second argument of the workflow, as the run before wrote it.
  return JSON.parse(Buffer.from(input?.[1]?.data ?? []).toString())
}
