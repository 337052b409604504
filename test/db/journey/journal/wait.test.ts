// Who waits for a journal waits as long as was said, whatever somebody sets the clock to.
import { afterEach, expect, vi } from 'vitest'
import { createWaiter } from '#src/journey/journal/wait.ts'
import { test } from '#test/support/app-fixture.ts'
import { createTransaction } from '#test/support/transactions.ts'

afterEach(() => vi.useRealTimers())

/** The wall's clock alone: what is waited for goes on. */
function stepBy(seconds: number): void {
  const at = Date.now() + seconds * 1_000
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(at)
}

test.for([-120, 120])(
  'a step of %i s ends no wait early and none late',
  async (seconds, { db }) => {
    const waiter = createWaiter(db)
    const begun = performance.now()
    const waiting = waiter.changed(crypto.randomUUID(), 0, begun + 1_000)
    stepBy(seconds)
    expect(await waiting).toBe(false)
    expect(performance.now() - begun).toBeGreaterThanOrEqual(1_000)
  },
)

test('after a step back what has happened is seen all the same', async ({ app }) => {
  const waiter = createWaiter(app.db)
  const id = await createTransaction(app)
  const waiting = waiter.changed(id, 0, performance.now() + 30_000)
  stepBy(-120)
  expect(await waiting).toBe(true)
})

test('who waits when a process ends is answered at once, and who comes later by its end', async ({
  db,
}) => {
  const waiter = createWaiter(db)
  const far = performance.now() + 3_600_000
  const waiting = waiter.changed(crypto.randomUUID(), 0, far)
  waiter.end(500)
  const later = waiter.changed(crypto.randomUUID(), 0, far)
  const first = await Promise.race([waiting.then(() => 'first'), later.then(() => 'later')])
  expect([first, await waiting, await later]).toEqual(['first', false, false])
})
