// What operators see in the Temporal UI: found by attributes, told by summaries, ids and codes only.
import { describe, expect } from 'vitest'
import { createBody, person } from '#test/support/person.ts'
import { fold, initialState } from '#workflows/fold.ts'
import { searchAttributes, stateQuery } from '#workflows/messages.ts'
import { createTestClient, only, until } from './client.ts'
import { withService } from './fixture.ts'

const test = withService()

test('a transaction is found by its tenant, its state and its pack', async ({ service }) => {
  const tenant = `tenant-${Date.now()}`
  const client = createTestClient(service, { tenant })
  const id = await client.create()
  await client.queryPack('basic', id)
  const query = `Tenant = '${tenant}' AND TxStatus = 'open' AND Pack = 'basic@1'`
  const found = await until(async () => {
    for await (const one of service.client.workflow.list({ query })) return one
    return undefined
  })
  expect(found).toMatchObject({
    workflowId: `transaction/${id}`,
    type: 'transaction',
    status: { name: 'RUNNING' },
  })
  expect(found.typedSearchAttributes.get(searchAttributes.tenant)).toBe(tenant)
})

test('it can be found from its creation on, before anything else was asked', async ({
  client,
  service,
}) => {
  const id = await client.create()
  const described = await until(async () =>
    client
      .handle(id)
      .describe()
      .catch(() => undefined),
  )
  expect(described.type).toBe('transaction')
  expect(described.taskQueue).toBe(service.services.config.TEMPORAL_TASK_QUEUE)
  expect(await described.staticSummary()).toBe('identity verification transaction')
})

test('the query `state` answers what the journal folds to', async ({ client }) => {
  const id = await client.create()
  await client.requestToken(id)
  await client.journalWith(id, 'email-token-sent')
  await client.queryPack('basic', id)
  expect(await client.state(id)).toEqual(fold(initialState, await client.journal(id)))
  expect(await client.handle(id).query(stateQuery)).toMatchObject({ pack: 'basic@1', failed: [] })
})

describe('a whole journey', () => {
  test('shows what is open in its current details', async ({ client }) => {
    const id = await client.create()
    await client.requestToken(id)
    const opened = only(await client.journalWith(id, 'email-token-sent'), 'email-token-opened')
    const details = await until(async () => {
      const text = await client
        .handle(id)
        .query<{ currentDetails?: string }>('__temporal_workflow_metadata')
      return text.currentDetails?.includes('sent') ? text.currentDetails : undefined
    })
    expect(details).toContain(`e-mail token \`${opened.ref}\`: sent`)
    expect(details).toContain(new Date(opened.dueAt ?? 0).toISOString())
  })

  test('carries a summary on every activity and timer, and nothing of the person anywhere', async ({
    client,
  }) => {
    const { id } = await client.ask<{ id: string }>('POST', '/v1/transaction', 201, {
      body: createBody(),
    })
    await client.requestToken(id)
    await client.journalWith(id, 'email-token-sent')
    const [message] = await client.messages(id)
    await client.queryPack('basic', id)
    await client.advance(id, 'PT10M')
    await client.validate(id, message?.code ?? '')
    await client.advance(id, 'PT10M')

    const { events = [] } = await client.handle(id).fetchHistory()
    const text = (data: Uint8Array | null | undefined) => Buffer.from(data ?? []).toString()
    const scheduled = events ?? []
    const timers = scheduled.filter(({ timerStartedEventAttributes: timer }) => timer)
    const activities = scheduled.filter(({ activityTaskScheduledEventAttributes: task }) => task)
    expect(timers.length).toBeGreaterThan(0)
    expect(activities.map(({ userMetadata }) => text(userMetadata?.summary?.data))).toEqual([
      '"e-mail token, attempt 1"',
    ])
    for (const { userMetadata } of timers)
      expect(text(userMetadata?.summary?.data)).toMatch(/^"(idle|expire:[0-9a-f-]{36}:0)"$/)
    const markers = scheduled.filter(({ markerRecordedEventAttributes: marker }) => marker)
    expect(markers.length).toBeGreaterThan(3)

    const whole = JSON.stringify({ events, details: await client.describe(id) })
    const texts = [whole, ...payloads(events)].join('\n')
    const own = [...Object.values(person), message?.code, message?.link]
    for (const value of own) expect(texts).not.toContain(value)
    expect(texts).toContain(id)
  })
})

/** Every payload of a history, as text. */
function* payloads(value: unknown): Generator<string> {
  if (value instanceof Uint8Array) yield Buffer.from(value).toString()
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* payloads(inner)
}
