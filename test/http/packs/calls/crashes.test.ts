// A worker that dies on the way of a call: the next try bears the same id, and no answer is lost or counted twice.
import { expect } from 'vitest'
import type { Calls } from '#src/journey/calls/calls.ts'
import { performDue } from '#test/support/due.ts'
import { limitPack, testCalling } from '#test/support/packs/calling.ts'
import { createTransaction, moveClock } from '#test/support/transactions.ts'

const test = testCalling({ status: 200, body: '{"approved":true}' })

/** Calls of a process that dies behind the claim of a call, or behind its answer. */
const dying = (calls: Calls, behind: 'claim' | 'answer'): Calls => ({
  ...calls,
  async perform(_deps, run, call) {
    const claimed = await run.commit((tx, locked, task) => call.claim(tx, locked, task, () => {}))
    if (claimed === undefined) throw new Error('nothing was claimed')
    if (behind === 'answer') await call.call(claimed, AbortSignal.timeout(5_000))
    throw new Error('the process has died')
  },
})

test('killed behind the claim, or behind the answer: one webhook-id, one result, one step', async ({
  calling,
}) => {
  const { app, db, receiver, publish, read, tenant, ask } = calling
  const name = await publish(limitPack())
  for (const [behind, requests] of [
    ['claim', 1],
    ['answer', 2],
  ] as const) {
    receiver.received.length = 0
    const id = await createTransaction(
      app,
      { name: 'Ana' },
      { tenant, scope: 'transactions:write' },
    )
    await ask('GET', `/v1/packs/${name}/${id}`)
    const deps = { ...app.deps, calls: dying(app.deps.calls, behind) }
    await performDue(deps, id).catch(() => undefined)
    expect((await read(name, id))['status']).toBe('processing')
    // Nobody can be calling any more.
    await moveClock(db, id, 13_000)
    await performDue(app.deps, id)
    expect(await read(name, id)).toMatchObject({ status: 'completed', outcome: 'approved' })
    expect(receiver.received).toHaveLength(requests)
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
    expect(ids.size, behind).toBe(1)
  }
})

test('an answer of a try that was given up counts, and the later one changes nothing', async ({
  calling,
}) => {
  const { app, db, receiver, publish, read, tenant, ask } = calling
  const name = await publish(limitPack())
  receiver.answer = { status: 200, body: '{"approved":true}', waitMs: 1_500 }
  const id = await createTransaction(app, { name: 'Ana' }, { tenant, scope: 'transactions:write' })
  await ask('GET', `/v1/packs/${name}/${id}`)
  await performDue(app.deps, id)
  await moveClock(db, id, 13_000)
  await performDue(app.deps, id)
  await expect.poll(() => receiver.received.length).toBe(2)
  await expect
    .poll(async () => (await read(name, id))['outcome'], { timeout: 5_000 })
    .toBe('approved')
  await app.deps.calls.drain()
  expect(await read(name, id)).toMatchObject({ status: 'completed', outcome: 'approved' })
})
