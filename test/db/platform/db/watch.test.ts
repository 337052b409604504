// What a process knows of its database without waiting for traffic.
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, vi } from 'vitest'
import { openDatabase } from '#src/platform/db/client.ts'
import { createDatabaseWatch } from '#src/platform/db/watch.ts'
import { ownerTest as test } from '#test/db/fixture.ts'
import { startDatabaseProxy } from '#test/support/servers/proxy.ts'

function open(url: string, poolSize = 2) {
  const database = openDatabase(url, 'watch', poolSize, { waitMs: 100 })
  onTestFinished(() => database.close())
  return { database, watch: createDatabaseWatch(database) }
}

test('a database that is well takes a commit, answers at once and has our clock', async ({
  url,
}) => {
  const { watch } = open(url)
  expect(watch.takesWrites()).toBeUndefined()
  const { readSeconds, writeSeconds, aheadSeconds } = await watch.measure()
  expect(readSeconds).toBeGreaterThan(0)
  expect(writeSeconds).toBeGreaterThan(0)
  expect(aheadSeconds).toBeCloseTo(0, 0)
  expect(watch.takesWrites()).toBe(true)
})

test('the clock of the process is what differs when it was set', async ({ url }) => {
  const { watch } = open(url)
  await watch.measure()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect((await watch.measure()).aheadSeconds).toBeCloseTo(3_600, 0)
  vi.setSystemTime(Date.now() - 7_200_000)
  expect((await watch.measure()).aheadSeconds).toBeCloseTo(-3_600, 0)
})

test('a database that is read-only answers and takes no commit', async ({ db, url }) => {
  const name = sql.identifier(new URL(url).pathname.slice(1))
  await db.execute(sql`alter database ${name} set default_transaction_read_only = on`)
  onTestFinished(async () => {
    await db.execute(sql`set transaction_read_only = off`)
    await db.execute(sql`alter database ${name} reset default_transaction_read_only`)
  })
  const { watch } = open(url)
  const measured = await watch.measure()
  expect(measured.readSeconds).toBeGreaterThan(0)
  expect(measured.writeSeconds).toBeUndefined()
  expect(watch.takesWrites()).toBe(false)
})

test('a database that is away takes none either, and nothing is measured', async ({ url }) => {
  const proxy = await startDatabaseProxy(url)
  onTestFinished(() => proxy.close())
  const { watch } = open(proxy.url)
  await watch.measure()
  await proxy.down()
  expect(await watch.measure()).toEqual({
    readSeconds: undefined,
    writeSeconds: undefined,
    aheadSeconds: undefined,
  })
  expect(watch.takesWrites()).toBe(false)
  await proxy.up()
})

test('a pool that is full says nothing of the server', async ({ url }) => {
  const { database, watch } = open(url)
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = [1, 2].map(() => database.db.transaction(() => promise))
  await expect.poll(() => database.pools()[0]?.busy).toBe(2)
  expect((await watch.measure()).readSeconds).toBeGreaterThan(0)
  expect(watch.takesWrites()).toBeUndefined()
  resolve()
  await Promise.all(held)
})

test('what was known is good for twenty seconds', async ({ url }) => {
  const { watch } = open(url)
  await watch.measure()
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 19_000)
  onTestFinished(() => clock.mockRestore())
  expect(watch.takesWrites()).toBe(true)
  clock.mockReturnValue(now + 21_000)
  expect(watch.takesWrites()).toBeUndefined()
})
