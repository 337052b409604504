// What an operator does to a transaction whose run is under way in Temporal: what it sends, shows and leaves.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { searchAttributes } from '#workflows/messages.ts'
import { kindsOf, type TestClient, until } from '../../client.ts'
import { withService } from '../../fixture.ts'

const test = withService({ IDLE_CLOSE_SECONDS: '1' })

const act = (client: TestClient, id: string, name: string) =>
  client.ask('POST', `/v1/transaction/${id}/agenda/${name}`, 200, { body: { reason: 'tried' } })

const waitingOf = async (client: TestClient, id: string) =>
  (await client.describe(id)).typedSearchAttributes.get(searchAttributes.waiting)

test('paused, its run stays open, sends nothing and says so; resumed, what has waited is sent once', async ({
  client,
}) => {
  const id = await client.create()
  await act(client, id, 'pause')
  await client.requestToken(id)
  await until(async () => (await waitingOf(client, id).catch(() => undefined)) === 'operator' || undefined) // prettier-ignore
  // A sweep looks each second, and what is due is done within it.
  await sleep(2_500)
  expect(await client.messages(id)).toEqual([])
  expect((await client.describe(id)).status.name).toBe('RUNNING')
  await act(client, id, 'resume')
  await client.journalWith(id, 'challenge-accepted')
  expect(await client.messages(id)).toHaveLength(1)
  await until(async () => (await waitingOf(client, id)) === 'client' || undefined)
})

test('hurried, what was put off is tried at once and not when it was to be', async ({ client }) => {
  const id = await client.create('defer+hurry@example.com')
  await client.requestToken(id)
  await client.journalWith(id, 'challenge-deferred')
  await act(client, id, 'try-now')
  // It was to be half a minute later.
  await client.journalWith(id, 'challenge-accepted', 1, 15_000)
})

test('ended, its run closes, and what is asked then begins another', async ({ client }) => {
  const id = await client.create()
  await client.requestToken(id)
  await client.journalWith(id, 'challenge-accepted')
  await act(client, id, 'end')
  expect(await client.tasks(id)).toEqual([])
  await client.nudge(id)
  await until(async () => (await client.describe(id)).status.name === 'COMPLETED' || undefined)
  await client.advance(id, 'PT2M')
  await client.requestToken(id)
  await client.journalWith(id, 'challenge-accepted', 2)
  expect(kindsOf(await client.journal(id))).toContain('ended-by-operator')
})
