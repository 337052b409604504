// Whatever ends a workflow, or keeps a nudge from it: what is open goes on, and nothing happens twice.
import { and, eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { createTestApp } from '#test/support/app.ts'
import { createTransaction } from '#test/support/transactions.ts'
import { append } from '#src/journal/append.ts'
import type { Kind } from '#src/journal/entry.ts'
import { journal } from '#src/journal/table.ts'
import { newId } from '#src/ids.ts'
import { findVersion, publishOwnPacks, startRun } from '#src/packs/store.ts'
import { nudgeOpen, readLag } from '#src/temporal/sweep.ts'
import { lockById } from '#src/transaction/store.ts'
import { fold, initialState } from '#workflows/fold.ts'
import { definePack, module, sequence } from '#workflows/packs/define.ts'
import { kindsOf, only, until } from './client.ts'
import { withService } from './fixture.ts'

const test = withService()

describe('a workflow that was terminated', () => {
  test('goes on with a deferred message: sent once, at its time', async ({ client }) => {
    const id = await client.create('defer+resumed@example.com')
    await client.requestToken(id)
    await client.journalWith(id, 'email-token-deferred')
    const before = await client.state(id)
    await client.restart(id)
    expect(await client.state(id)).toEqual(before)
    await client.advance(id, 'PT30S')
    expect(only(await client.journal(id), 'email-token-sent').attempt).toBe(2)
    expect(await client.messages(id)).toHaveLength(1)
  })

  test('while a message is being sent does not send it again', async ({ client }) => {
    const id = await client.create('slow+resumed@example.com')
    await client.requestToken(id)
    await client.journalWith(id, 'email-token-attempt-claimed')
    await client.restart(id)
    const entries = await client.journalWith(id, 'email-token-sent')
    only(entries, 'email-token-attempt-claimed')
    await client.advance(id, 'PT30M')
    expect(await client.messages(id)).toHaveLength(1)
    expect(kindsOf(await client.journal(id))).not.toContain('email-token-deferred')
  })

  test('still expires a token at its moment', async ({ client }) => {
    const id = await client.create()
    await client.requestToken(id)
    const sent = await client.journalWith(id, 'email-token-sent')
    await client.restart(id)
    await client.advance(id, 'PT1H')
    const entries = await client.journal(id)
    expect(only(entries, 'email-token-expired').at).toBe(only(sent, 'email-token-opened').dueAt)
    expect(await client.messages(id)).toHaveLength(1)
  })

  test('in the middle of a pack begins no module anew, and keeps its deadline', async ({
    client,
    service,
  }) => {
    const { db } = service.services
    const pack = definePack(
      'resumed',
      1,
      sequence(module({ key: 'absent' }, { deadlineSeconds: 60 })),
    )
    await publishOwnPacks(db, [pack])
    const id = await client.create()
    await db.transaction(async (tx) => {
      const locked = await lockById(tx, id)
      const version = await findVersion(tx, pack.name, 1)
      if (!locked || !version) throw new Error('transaction and pack are there')
      await startRun(tx, locked, version, true)
    })
    await client.nudge(id)
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
    await client.journalWith(id, 'email-token-attempt-claimed')
    await client.handle(id).cancel()
    await until(async () =>
      (await client.handle(id).describe()).status.name === 'CANCELLED' ? true : undefined,
    )
    await client.journalWith(id, 'email-token-sent')
    await client.nudge(id)
    await client.advance(id, 'PT1H')
    expect(only(await client.journal(id), 'email-token-expired')).toBeDefined()
    expect(await client.messages(id)).toHaveLength(1)
  })
})

describe('the sweep', () => {
  test('picks up what was committed without a nudge, and the lag is nothing again', async ({
    client,
    service,
  }) => {
    const { db, sealer } = service.services
    const dropping = await createTestApp(db, sealer)
    const id = await createTransaction(dropping)
    await dropping.call('POST', `/v1/transaction/${id}/emails/tokens`)
    expect(dropping.nudged.map((one) => one.id)).toEqual([id, id])
    expect((await readLag(db)).transactions).toBeGreaterThan(0)
    await client.journalWith(id, 'email-token-sent')
    expect(await client.messages(id)).toHaveLength(1)
    await until(async () => ((await readLag(db)).transactions === 0 ? true : undefined))
  })

  test('of an operator opens everything that is open, and nothing that is idle', async ({
    client,
    service,
  }) => {
    const ids = await Promise.all(Array.from({ length: 3 }, () => client.create()))
    for (const id of ids) await client.requestToken(id)
    for (const id of ids) await client.journalWith(id, 'email-token-sent')
    for (const id of ids) await client.handle(id).terminate()
    const { db, nudger } = service.services
    expect(await nudgeOpen(db, nudger)).toBeGreaterThanOrEqual(3)
    for (const id of ids) {
      const { status } = await client.handle(id).describe()
      expect(status.name).toBe('RUNNING')
      expect(await client.state(id)).toEqual(fold(initialState, await client.journal(id)))
      expect(await client.messages(id)).toHaveLength(1)
    }
  })
})

describe('an entry of a kind that the worker does not know', () => {
  test('fails the workflow task until it is known, and loses nothing', async ({
    client,
    service,
  }) => {
    const { db } = service.services
    const id = await client.create()
    await client.state(id)
    await db.transaction(async (tx) => {
      const locked = await lockById(tx, id)
      if (!locked) throw new Error('the transaction is there')
      await append(tx, locked, [{ kind: 'clock-advanced', ref: newId() }])
    })
    const ours = and(eq(journal.transactionId, id), eq(journal.seq, 2))
    // As a newer version of the service would write it.
    await db
      .update(journal)
      .set({ kind: 'kind-of-tomorrow' as Kind })
      .where(ours)
    await client.nudge(id)
    const failed = await until(async () => {
      const { events } = await client.handle(id).fetchHistory()
      return events?.find(({ workflowTaskFailedEventAttributes: task }) => task)
    })
    expect(failed.workflowTaskFailedEventAttributes?.failure?.message).toContain('does not know')
    await db.update(journal).set({ kind: 'clock-advanced' }).where(ours)
    const settled = only(await client.journalWith(id, 'clock-settled'), 'clock-settled')
    expect(settled.ref).toBe('2')
  })
})

test('state that another version of the fold has carried is folded anew', async ({
  client,
  service,
}) => {
  const id = await client.create()
  await client.requestToken(id)
  await client.journalWith(id, 'email-token-sent')
  await client.handle(id).terminate()
  const carried = { foldVersion: -1, state: { ...initialState, seq: 99, pack: 'never@1' } }
  await service.client.workflow.start('transaction', {
    workflowId: `transaction/${id}`,
    taskQueue: service.services.config.TEMPORAL_TASK_QUEUE,
    args: [{ id }, carried],
  })
  expect(await client.state(id)).toEqual(fold(initialState, await client.journal(id)))
  await client.advance(id, 'PT1H')
  only(await client.journal(id), 'email-token-expired')
})
