import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Service } from '#test/support/service.ts'
import { transactions } from '#src/transaction/table.ts'
import { fold, initialState } from '#workflows/fold.ts'
import { searchAttributes } from '#workflows/messages.ts'
import { only, type TestClient, until } from './client.ts'
import { withService } from './fixture.ts'

/** Nothing is picked up by a sweep: what a nudge does not do is not done. */
const test = withService({ IDLE_CLOSE_SECONDS: '1', SWEEP_SECONDS: '3600' })
const hasty = withService({ IDLE_CLOSE_SECONDS: '0.03', SWEEP_SECONDS: '3600' })

const untilClosed = (client: TestClient, id: string) =>
  until(async () => {
    // The nudge is not awaited by the answer, so there may be no workflow yet.
    const found = await client.describe(id).catch(() => undefined)
    return found?.status.name === 'RUNNING' ? undefined : found
  })

async function readSeqs(service: Service, id: string) {
  const [row] = await service.services.db
    .select({ last: transactions.lastSeq, idle: transactions.idleSeq, seen: transactions.seenSeq })
    .from(transactions)
    .where(eq(transactions.id, id))
  return row
}

describe('a workflow with nothing open', () => {
  test('closes after a while, says that it is idle, and up to where', async ({
    client,
    service,
  }) => {
    const id = await client.create()
    const closed = await untilClosed(client, id)
    expect(closed.status.name).toBe('COMPLETED')
    expect(closed.typedSearchAttributes.get(searchAttributes.status)).toBe('idle')
    expect(await readSeqs(service, id)).toEqual({ last: 1, idle: 1, seen: 1 })
  })

  test('does not close while a token can expire', async ({ client, service }) => {
    const id = await client.create()
    await client.requestToken(id)
    await client.journalWith(id, 'email-token-sent')
    await sleep(2_500)
    expect((await client.describe(id)).status.name).toBe('RUNNING')
    expect(await readSeqs(service, id)).toMatchObject({ idle: 0 })
    await client.advance(id, 'PT1H')
    expect((await untilClosed(client, id)).status.name).toBe('COMPLETED')
  })

  test('is opened by the next nudge, and folds from the beginning', async ({ client, service }) => {
    const id = await client.create()
    const { runId } = await untilClosed(client, id)
    await client.requestToken(id)
    await client.journalWith(id, 'email-token-sent')
    const reopened = await client.describe(id)
    expect(reopened.runId).not.toBe(runId)
    expect(reopened.typedSearchAttributes.get(searchAttributes.status)).toBe('open')
    expect(await client.state(id)).toEqual(fold(initialState, await client.journal(id)))
    expect(await readSeqs(service, id)).toMatchObject({ last: 4, idle: 1, seen: 2 })
  })

  test('answers a move of the clock although it was closed', async ({ client }) => {
    const id = await client.create()
    await untilClosed(client, id)
    await client.advance(id, 'PT1M')
    only(await client.journal(id), 'clock-settled')
  })
})

hasty('eighty nudges that race idle closes are all heard', async ({ client }) => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => client.create()))
  const runs = new Set<string>()
  await Promise.all(
    ids.map(async (id) => {
      for (let n = 0; n < 20; n++) {
        // Every move is answered by the workflow, or not at all.
        await client.advance(id, 'PT1S')
        runs.add((await client.describe(id)).runId)
        await sleep(60 + ((n * 13) % 200))
      }
      const entries = await client.journal(id)
      expect(entries.filter(({ kind }) => kind === 'clock-advanced')).toHaveLength(20)
      expect(entries.filter(({ kind }) => kind === 'clock-settled')).toHaveLength(20)
    }),
  )
  // Otherwise nothing has raced.
  expect(runs.size).toBeGreaterThan(ids.length)
})
