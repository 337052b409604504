// Whatever ends a workflow, or keeps a nudge from it: what is open goes on, and nothing happens twice.
import { describe, expect } from 'vitest'
import { createTestApp } from '#test/support/app.ts'
import { createTransaction } from '#test/support/transactions.ts'
import { readLag } from '#src/journey/agenda/lag.ts'
import { nudgeOpen } from '#src/journey/agenda/sweep.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import { append } from '#src/journey/journal/append.ts'
import { defineKind } from '#src/journey/journal/kind.ts'
import { definePack, module, sequence } from '#test/support/packs/build.ts'
import { foldTasks, kindsOf, only, until } from './client.ts'
import { withService } from './fixture.ts'

const test = withService()

describe('a workflow that was terminated', () => {
  test('goes on with a deferred message: sent once, at its time', async ({ client }) => {
    const id = await client.create('defer+resumed@example.com')
    await client.requestToken(id)
    await client.journalWith(id, 'challenge-deferred')
    const before = await client.tasks(id)
    await client.restart(id)
    expect((await client.agenda(id)).tasks).toEqual(before)
    await client.advance(id, 'PT36S')
    expect(only(await client.journal(id), 'challenge-accepted').attempt).toBe(2)
    expect(await client.messages(id)).toHaveLength(1)
  })

  test('while a message is being sent does not send it again', async ({ client }) => {
    const id = await client.create('slow+resumed@example.com')
    await client.requestToken(id)
    await client.journalWith(id, 'challenge-attempt-claimed')
    await client.restart(id)
    const entries = await client.journalWith(id, 'challenge-accepted')
    only(entries, 'challenge-attempt-claimed')
    await client.advance(id, 'PT30M')
    expect(await client.messages(id)).toHaveLength(1)
    expect(kindsOf(await client.journal(id))).not.toContain('challenge-deferred')
  })

  test('still expires a token at its moment', async ({ client }) => {
    const id = await client.create()
    await client.requestToken(id)
    const sent = await client.journalWith(id, 'challenge-accepted')
    await client.restart(id)
    await client.advance(id, 'PT1H')
    const entries = await client.journal(id)
    expect(only(entries, 'challenge-expired').at).toBe(only(sent, 'challenge-opened').dueAt)
    expect(await client.messages(id)).toHaveLength(1)
  })

  test('in the middle of a pack begins no module anew, and keeps its deadline', async ({
    client,
  }) => {
    const pack = definePack(
      'resumed',
      1,
      sequence(module({ key: 'absent' }, { deadlineSeconds: 60 })),
    )
    const id = await client.create()
    await client.startPack(pack, id)
    const started = only(await client.journalWith(id, 'module-started'), 'module-started')
    await client.restart(id)
    await client.advance(id, 'PT1M')
    const entries = await client.journal(id)
    expect(only(entries, 'module-started')).toEqual(started)
    expect(only(entries, 'module-failed').at).toBe(started.dueAt)
    expect(only(entries, 'pack-ended').code).toBe('partial')
  })

  test('or cancelled while a step runs is opened again by the next nudge', async ({ client }) => {
    const id = await client.create('slow+cancelled@example.com')
    await client.requestToken(id)
    await client.journalWith(id, 'challenge-attempt-claimed')
    await client.handle(id).cancel()
    await until(async () =>
      (await client.handle(id).describe()).status.name === 'CANCELLED' ? true : undefined,
    )
    await client.journalWith(id, 'challenge-accepted')
    await client.nudge(id)
    await client.advance(id, 'PT1H')
    expect(only(await client.journal(id), 'challenge-expired')).toBeDefined()
    expect(await client.messages(id)).toHaveLength(1)
  })
})

describe('the sweep', () => {
  test('picks up what was committed without a nudge, and nothing lags then', async ({
    client,
    service,
  }) => {
    const { db, sealer } = service.services
    const dropping = await createTestApp(db, sealer)
    const id = await createTransaction(dropping)
    await dropping.call('POST', `/v1/transaction/${id}/emails/tokens`)
    expect(dropping.nudged.map((one) => one.id)).toEqual([id])
    await client.journalWith(id, 'challenge-accepted')
    expect(await client.messages(id)).toHaveLength(1)
    await until(async () => ((await readLag(db)).transactions === 0 ? true : undefined))
  })

  test('of an operator opens everything that is open, and nothing that is idle', async ({
    client,
    service,
  }) => {
    const ids = await Promise.all(Array.from({ length: 3 }, () => client.create()))
    for (const id of ids) await client.requestToken(id)
    for (const id of ids) await client.journalWith(id, 'challenge-accepted')
    for (const id of ids) await client.handle(id).terminate()
    const { db, nudger } = service.services
    expect(await nudgeOpen(db, nudger)).toBeGreaterThanOrEqual(3)
    for (const id of ids) {
      const { status } = await client.handle(id).describe()
      expect(status.name).toBe('RUNNING')
      expect((await client.agenda(id)).tasks).toEqual(foldTasks(await client.journal(id)))
      expect(await client.messages(id)).toHaveLength(1)
    }
  })
})

test('entries of kinds that a process does not know change nothing and lose nothing', async ({
  client,
  service,
}) => {
  const id = await client.create()
  // As a newer version of the service would write it.
  const ofTomorrow = defineKind('kind-of-tomorrow', 'Something that comes later.')
  await commitOn(service.services.deps, id, async (_tx, locked) => {
    append(locked, { kind: ofTomorrow, code: 'new' })
  })
  await client.requestToken(id)
  await client.journalWith(id, 'challenge-accepted')
  await client.restart(id)
  const entries = await client.journal(id)
  expect(kindsOf(entries).slice(0, 3)).toEqual([
    'transaction-created',
    'kind-of-tomorrow',
    'challenge-opened',
  ])
  expect((await client.agenda(id)).tasks).toEqual(foldTasks(entries))
  const timeline = await client.ask<object[]>('GET', `/v1/transaction/${id}/timeline`, 200)
  expect(timeline).toContainEqual(
    expect.objectContaining({ seq: 2, kind: 'kind-of-tomorrow', outcome: 'new' }),
  )
  await client.advance(id, 'PT1H')
  only(await client.journal(id), 'challenge-expired')
})
