// What a journey costs its run: it begins with what the commit has left, and ends by the sweep's word, without a read.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transactions } from '#src/journey/transaction/table.ts'
import type { Service } from '#test/support/service.ts'
import type { TransactionInput, TransactionResult } from '#workflows/messages.ts'
import { type TestClient, until } from '../../client.ts'
import { withService } from '../../fixture.ts'

const test = withService({ IDLE_CLOSE_SECONDS: '2' })

type Events = Awaited<ReturnType<ReturnType<TestClient['handle']>['fetchHistory']>>['events']

const text = (data: Uint8Array | null | undefined) => Buffer.from(data ?? []).toString()

const payloadOf = <T>(data: Uint8Array | null | undefined): T => JSON.parse(text(data)) as T

/** The local activities of a history, by their types. */
const activitiesOf = (events: Events): string[] =>
  (events ?? []).flatMap(({ markerRecordedEventAttributes: marker }) =>
    (marker?.details?.['data']?.payloads ?? []).map(
      ({ data }) => payloadOf<{ activity_type: string }>(data).activity_type,
    ),
  )

const inputOf = (events: Events): TransactionInput | undefined => {
  const [payload] = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? []
  return payload && payloadOf<TransactionInput>(payload.data)
}

/** As if the half minute had gone by in which who waits asks for the next thing. */
const sweepNow = ({ services }: Service, id: string) =>
  services.db.update(transactions).set({ sweepAt: 0 }).where(eq(transactions.id, id))

test('a run that a commit begins reads nothing, gets no signal, and has its limits from the settings', async ({
  client,
  service,
}) => {
  const id = await client.create()
  await client.requestToken(id)
  await client.journalWith(id, 'challenge-accepted')
  const events = await until(async () => {
    const found = await client.handle(id).fetchHistory()
    return found.events?.some((one) => one.timerStartedEventAttributes) ? found.events : undefined
  })
  expect(activitiesOf(events)).toEqual(['send e-mail token'])
  expect(events?.filter((one) => one.workflowExecutionSignaledEventAttributes)).toEqual([])
  const { settings } = service.services
  expect(inputOf(events)).toMatchObject({
    id,
    by: 'client',
    told: {
      agenda: { holdMs: settings.holdMs, holdMaxMs: settings.holdMaxMs, idleMs: 2_000, historyMax: settings.historyMax }, // prettier-ignore
    },
  })
})

test('a run with nothing left ends by the sweep’s word: no read, the whole journal in its history, its codes as result', async ({
  client,
  service,
}) => {
  const id = await client.create()
  await client.requestToken(id)
  await client.journalWith(id, 'challenge-accepted')
  await client.queryPack('basic', id)
  const [message] = await client.messages(id)
  await client.validate(id, message?.code ?? '')
  await until(async () => {
    await sweepNow(service, id)
    return (await client.describe(id)).status.name === 'COMPLETED' || undefined
  })
  const run = client.handle(id)
  const result: TransactionResult = await run.result()
  expect(result).toEqual({ pack: 'basic@1', outcome: 'completed', reason: 'nothing-left' })
  const { events } = await run.fetchHistory()
  expect(activitiesOf(events).filter((name) => name !== 'send e-mail token')).toEqual([])
  const told = (events ?? []).flatMap(({ workflowExecutionSignaledEventAttributes: signal }) =>
    (signal?.input?.payloads ?? []).map(({ data }) => text(data)),
  )
  expect(told.join()).toContain('"kind":"challenge-valid"')
  expect(told.join()).toContain('"kind":"pack-ended"')
  const found = await service.services.db
    .select({ armedAt: transactions.armedAt, sweeps: transactions.sweeps })
    .from(transactions)
    .where(eq(transactions.id, id))
  expect(found).toEqual([{ armedAt: null, sweeps: 0 }])
})

test('a sweep that comes too soon after the last entry closes nothing', async ({
  client,
  service,
}) => {
  const id = await client.create()
  await client.requestToken(id)
  await client.journalWith(id, 'challenge-accepted')
  const [message] = await client.messages(id)
  await client.validate(id, message?.code ?? '')
  await sweepNow(service, id)
  const row = await until(async () => {
    const [found] = await service.services.db
      .select({ armedAt: transactions.armedAt, sweepAt: transactions.sweepAt })
      .from(transactions)
      .where(eq(transactions.id, id))
    return found && found.sweepAt > 0 ? found : undefined
  })
  expect(row.armedAt).toEqual(expect.any(Number))
})
