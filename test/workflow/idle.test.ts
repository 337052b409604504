import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { HistoryEntry } from '#src/journey/transaction/task.ts'
import type { Service } from '#test/support/service.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { searchAttributes } from '#workflows/messages.ts'
import { foldTasks, only, type TestClient, until } from './client.ts'
import { definePack, module, sequence } from '#test/support/packs/build.ts'
import { withService } from './fixture.ts'

/** Nothing is picked up by a sweep: what a nudge does not do is not done. */
const test = withService({ IDLE_CLOSE_SECONDS: '1', SWEEP_SECONDS: '3600' })
const hasty = withService({ IDLE_CLOSE_SECONDS: '0.03', SWEEP_SECONDS: '3600' })

/** A creation opens nothing, so nobody would nudge. */
async function createAndNudge(client: TestClient): Promise<string> {
  const id = await client.create()
  await client.nudge(id)
  return id
}

const untilClosed = (client: TestClient, id: string) =>
  until(async () => {
    // The nudge is not awaited by the answer, so there may be no workflow yet.
    const found = await client.describe(id).catch(() => undefined)
    return found?.status.name === 'RUNNING' ? undefined : found
  })

async function readRow(service: Service, id: string) {
  const { lastSeq: last, seenSeq: seen, armedAt } = transactions
  const [row] = await service.services.db
    .select({ last, seen, armedAt })
    .from(transactions)
    .where(eq(transactions.id, id))
  return row
}

describe('a workflow with nothing open', () => {
  test('closes after a while, writes no attribute then, and says that it looks no more', async ({
    client,
    service,
  }) => {
    const id = await createAndNudge(client)
    const closed = await untilClosed(client, id)
    expect(closed.status.name).toBe('COMPLETED')
    const { events } = await client.handle(id).fetchHistory()
    expect(events?.filter((one) => one.upsertWorkflowSearchAttributesEventAttributes)).toEqual([])
    expect(await readRow(service, id)).toEqual({ last: 1, seen: 1, armedAt: null })
  })

  test('does not close while a token can expire', async ({ client, service }) => {
    const id = await client.create()
    await client.requestToken(id)
    await client.journalWith(id, 'challenge-accepted')
    await sleep(2_500)
    expect((await client.describe(id)).status.name).toBe('RUNNING')
    expect(await readRow(service, id)).toMatchObject({ armedAt: expect.any(Number) })
    await client.advance(id, 'PT1H')
    expect((await untilClosed(client, id)).status.name).toBe('COMPLETED')
  })

  test('is opened by the next nudge, and looks by itself again', async ({ client, service }) => {
    const id = await createAndNudge(client)
    const { runId } = await untilClosed(client, id)
    await client.requestToken(id)
    await client.journalWith(id, 'challenge-accepted')
    const reopened = await client.describe(id)
    expect(reopened.runId).not.toBe(runId)
    expect(reopened.typedSearchAttributes.get(searchAttributes.waiting)).toBe('client')
    const { tasks } = await client.agenda(id)
    expect(tasks).toEqual(foldTasks(await client.journal(id)))
    expect(await readRow(service, id)).toEqual({ last: 4, seen: 4, armedAt: tasks[0]?.dueAt })
  })

  test('answers a move of the clock although it was closed', async ({ client }) => {
    const id = await createAndNudge(client)
    await untilClosed(client, id)
    await client.advance(id, 'PT1M')
    only(await client.journal(id), 'clock-settled')
  })
})

test('whose transaction is done has left the whole journal in its event history, the packs of requests included', async ({
  client,
}) => {
  const id = await client.create()
  await client.requestToken(id)
  await client.journalWith(id, 'challenge-accepted')
  const [message] = await client.messages(id)
  await client.validate(id, message?.code ?? '')
  await client.queryPack('basic', id)
  await client.nudge(id)
  await untilClosed(client, id)
  const told = await readEntriesAfter(client, id)
  const entries = await client.journal(id)
  expect(entries.map(({ kind }) => kind)).toContain('pack-ended')
  expect(told).toEqual(entries.map(({ seq, kind, module, code, at }) => ({ seq, kind, module, code, at }))) // prettier-ignore
})

test('a check is bought in one task, which the run begins without a read, and whose answer ends the pack and closes the run', async ({
  client,
}) => {
  const id = await client.create()
  await client.startPack(definePack('checked', 1, sequence(module({ key: 'backgroundCheck' }))), id)
  await untilClosed(client, id)
  const kinds = (await client.journal(id)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'check-attempt-claimed')).toHaveLength(3)
  expect(kinds.at(-1)).toBe('pack-ended')
  const { events } = await client.handle(id).fetchHistory()
  expect(events?.filter((one) => one.timerStartedEventAttributes)).toEqual([])
  const asked = (events ?? []).filter((one) => one.markerRecordedEventAttributes)
  expect(asked).toHaveLength(1)
})

/** What the local activities of a history have answered of the journal, in its order. */
async function readEntriesAfter(client: TestClient, id: string): Promise<HistoryEntry[]> {
  const { events } = await client.handle(id).fetchHistory()
  const markers = (events ?? []).flatMap(({ markerRecordedEventAttributes: marker }) =>
    Object.values(marker?.details ?? {}).flatMap(({ payloads }) => payloads ?? []),
  )
  return markers.flatMap(({ data }) => {
    // What is no answer of ours says nothing of entries.
    const answer: { entries?: HistoryEntry[] } | null = JSON.parse(
      Buffer.from(data ?? []).toString(),
    )
    return answer?.entries ?? []
  })
}

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
