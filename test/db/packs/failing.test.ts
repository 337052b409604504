// What cannot be computed here and now costs its own module, and nothing beside it.
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import { append } from '#src/journey/journal/append.ts'
import { computes, waitsFor } from '#src/journey/capabilities/module.ts'
import { module, parallel, sequence, stop, when } from '#test/support/packs/build.ts'
import { ownerTest as test } from '../fixture.ts'
import { awaited, bad, computed, made, openStage, scanOpened, selfie, sum } from './stage.ts'

describe('a computation that throws', () => {
  const failing = (work: (tx: Db) => Promise<unknown>, mayThrow = () => true) =>
    made(
      'bad',
      computes(async ({ tx, locked }) => {
        await tx.execute(sql`insert into tried_row values (${locked.id})`)
        append(locked, { kind: scanOpened, ref: locked.id })
        locked.pack = 'wrong'
        if (mayThrow()) await work(tx)
      }),
    )
  const table = (db: Db) => db.execute(sql`create table if not exists tried_row (id uuid)`)
  const rowsOf = async (db: Db, id: string) =>
    (await db.execute(sql`select 1 from tried_row where id = ${id}::uuid`)).length

  test.for([
    ['of its own', async () => Promise.reject(new Error('a fault'))],
    ['by a statement', (tx: Db) => tx.execute(sql`select 1 / 0`)],
  ] as const)(
    '%s is undone, and fails its module alone after its tries',
    async ([, work], { db }) => {
      await table(db)
      const stage = await openStage(db, [computed, failing(work)])
      const pack = await stage.publish(parallel(module(bad), module(sum)))
      const id = await stage.create()
      const run = await stage.start(id, pack)
      expect(await stage.run(run)).toMatchObject({
        status: 'processing',
        modules: { bad: 'processing', sum: 'completed' },
      })
      expect((await stage.tasks(id)).map(({ task }) => task)).toEqual([
        'pack-deadline',
        'pack-compute',
      ])
      await stage.expectSound(id)
      // Commits of others do not try it again.
      await stage.change(id)
      for (let n = 0; n < 3; n += 1) await stage.work(id)
      expect(await stage.run(run)).toMatchObject({
        status: 'partial',
        modules: { bad: 'failed', sum: 'completed' },
      })
      const entries = await stage.journal(id)
      expect(entries.find(({ kind }) => kind === 'module-failed')).toMatchObject({
        code: 'internal',
      })
      expect(entries.map(({ kind }) => kind)).not.toContain('test-scan-opened')
      expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1))
      expect(await rowsOf(db, id)).toBe(0)
      await stage.expectSound(id)
    },
  )

  test('once is made good by its task', async ({ db }) => {
    await table(db)
    let tries = 0
    const once = failing(
      async () => Promise.reject(new Error('a fault')),
      () => (tries += 1) === 1,
    )
    const stage = await openStage(db, [computed, once])
    const pack = await stage.publish(sequence(module(bad), module(sum)))
    const id = await stage.create()
    const run = await stage.start(id, pack)
    await stage.work(id)
    expect(await stage.run(run)).toMatchObject({ status: 'completed' })
    expect(await rowsOf(db, id)).toBe(1)
  })

  test.for(['08006', '40001', '40P01', '53100', '57014', '55P03'])(
    'because the database is at fault (%s) ends the commit, which writes nothing',
    async (code, { db }) => {
      const raise = (tx: Db) =>
        tx.execute(sql.raw(`do $$ begin raise exception 'x' using errcode = '${code}'; end $$`))
      await table(db)
      const stage = await openStage(db, [failing(raise)])
      const pack = await stage.publish(module(bad))
      const id = await stage.create()
      await expect(stage.start(id, pack)).rejects.toMatchObject({ cause: { code } })
      expect(await stage.kinds(id)).toEqual(['transaction-created'])
      expect(await stage.runs(id)).toEqual([])
    },
  )

  test('of a module that waits leaves the commits of others alone', async ({ db }) => {
    const broken = made(
      'selfie',
      waitsFor(async ({ tx }) => (await tx.execute(sql`select no`)).length > 0),
    )
    const stage = await openStage(db, [broken])
    const id = await stage.create()
    const run = await stage.start(id, await stage.publish(module(selfie)))
    await stage.change(id)
    for (let n = 0; n < 3; n += 1) await stage.work(id)
    expect(await stage.run(run)).toMatchObject({ status: 'partial', modules: { selfie: 'failed' } })
    await stage.expectSound(id)
  })

  test('within a condition fails the condition alone, and is never a no', async ({ db }) => {
    const unreadable = { ...computed, read: () => Promise.reject(new Error('a fault')) }
    const stage = await openStage(db, [unreadable])
    const root = sequence(
      module(sum),
      when([sum], 'true', stop('rejected', 'yes'), stop('rejected', 'no')),
    )
    const id = await stage.create()
    const run = await stage.start(id, await stage.publish(root))
    expect(await stage.run(run)).toMatchObject({ status: 'processing' })
    await stage.expectSound(id)
    for (let n = 0; n < 3; n += 1) await stage.work(id)
    expect(await stage.run(run)).toMatchObject({
      status: 'partial',
      stopReason: 'unanswered',
      answers: { '/steps/1': 'failed' },
    })
    await stage.expectSound(id)
  })
})

describe('a module that this process does not know', () => {
  test('waits for one that does, and never fails for it', async ({ db }) => {
    const old = await openStage(db, [computed])
    const id = await old.create()
    const pack = await old.publish(sequence(module(bad), module(sum)))
    const run = await old.start(id, pack)
    for (let n = 0; n < 6; n += 1) await old.work(id)
    await old.change(id)
    expect(await old.run(run)).toMatchObject({
      status: 'processing',
      modules: { bad: 'processing' },
    })
    await old.expectSound(id)
    const newer = await openStage(db, [
      computed,
      made(
        'bad',
        computes(async () => {}),
      ),
    ])
    await newer.work(id)
    expect(await newer.run(run)).toMatchObject({ status: 'completed' })
    await newer.expectSound(id)
  })

  test('that waits for the client goes on when it is known', async ({ db }) => {
    const { sent, selfieModule } = awaited()
    const old = await openStage(db, [computed])
    const id = await old.create()
    const run = await old.start(id, await old.publish(module(selfie)))
    const newer = await openStage(db, [computed, selfieModule])
    await newer.work(id)
    await newer.expectSound(id)
    await old.change(id)
    expect((await old.tasks(id)).map(({ task }) => task)).toEqual(['pack-deadline'])
    sent.add(id)
    await newer.change(id)
    expect(await newer.run(run)).toMatchObject({ status: 'completed' })
  })

  test('fails at its deadline all the same', async ({ db }) => {
    const stage = await openStage(db, [computed])
    const id = await stage.create()
    const run = await stage.start(id, await stage.publish(module(bad, { deadlineSeconds: 60 })))
    await stage.advanceClock(id, 60_000)
    await stage.work(id)
    expect(await stage.run(run)).toMatchObject({ status: 'partial', modules: { bad: 'failed' } })
    await stage.expectSound(id)
  })

  test('that a condition asks about keeps no run open for ever', async ({ db }) => {
    const stage = await openStage(db, [computed])
    const root = sequence(
      module(bad, { deadlineSeconds: 60 }),
      when([bad], 'true', stop('rejected', 'yes')),
    )
    const id = await stage.create()
    const run = await stage.start(id, await stage.publish(root))
    await stage.advanceClock(id, 60_000)
    for (let n = 0; n < 6; n += 1) await stage.work(id)
    expect(await stage.run(run)).toMatchObject({ status: 'processing', answers: {} })
    await stage.expectSound(id)
    await stage.advanceClock(id, 7 * 24 * 3_600_000)
    await stage.work(id)
    expect(await stage.run(run)).toMatchObject({
      status: 'partial',
      stopReason: 'unanswered',
      answers: { '/steps/1': 'failed' },
    })
    await stage.expectSound(id)
  })
})
