// pauseAgenda, resumeAgenda, tryAgendaNow and endAgenda: POST /v1/transaction/{id}/agenda/…, each status, and what they
// leave.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { foldAgenda } from '#src/journey/agenda/rebuild.ts'
import { readTasks } from '#src/journey/agenda/read.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import { append } from '#src/journey/journal/append.ts'
import { readJournal } from '#src/journey/journal/read.ts'
import { capabilities } from '#src/main/capabilities.ts'
import { challengeDeferred } from '#src/messaging/challenges/kinds.ts'
import { testOn } from '#test/support/app-fixture.ts'
import type { TestApp } from '#test/support/app.ts'
import { definePack, module, sequence, stop } from '#test/support/packs/build.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { score } from '#src/risk/score/module.ts'
import { eraseTransaction } from '#test/support/erase.ts'
import {
  createToken,
  createTransaction,
  readProblem,
  unknownId,
} from '#test/support/transactions.ts'

const test = testOn()

const acts = ['pause', 'resume', 'try-now', 'end'] as const
const reason = 'The bureau of Ana answers nonsense'
const email = () => `${randomUUID()}@example.com`
const kinds = capabilities.flatMap((one) => one.kinds ?? [])

const act = (app: TestApp, id: string, name: (typeof acts)[number], more = {}) =>
  app.call('POST', `/v1/transaction/${id}/agenda/${name}`, { body: { reason }, ...more })

const agenda = async (app: TestApp, id: string) =>
  (await app.call('GET', `/v1/transaction/${id}/agenda`)).json()

/** As the row has them; it is what the journal leads to. */
async function tasksOf({ deps: { db } }: TestApp, id: string) {
  const [tasks, entries] = await Promise.all([
    readTasks(db, id),
    readJournal(db, id, 0, Number.MAX_SAFE_INTEGER),
  ])
  expect(JSON.parse(JSON.stringify(foldAgenda(entries, kinds)))).toEqual(tasks)
  return tasks
}

/** A transaction whose token was not taken: its next try is five minutes away. */
async function openDeferred(app: TestApp): Promise<string> {
  const id = await createTransaction(app, { email: email() })
  const { ref } = await createToken(app, id)
  await commitOn(app.deps, id, async (_tx, locked) => {
    const dueAt = locked.now.getTime() + 300_000
    const about = { module: 'email-token', ref, attempt: 1, provider: 'sandbox', dueAt } as const
    append(locked, { kind: challengeDeferred, ...about, code: 'smtp-451' })
  })
  return id
}

test('200: a pause holds what is to be done and what is opened meanwhile, but no end; resumed, each has its own time', async ({
  app,
}) => {
  const id = await openDeferred(app)
  const before = await tasksOf(app, id)
  const answer = await act(app, id, 'pause')
  expect([answer.status, await answer.json()]).toEqual([200, { act: 'pause', paused: true, tasks: 3 }]) // prettier-ignore
  const shown = await agenda(app, id)
  expect(shown).toMatchObject({
    waiting: { for: 'operator', what: 'paused' },
    paused: { since: expect.any(String) },
    acts: [{ act: 'pause', reason }],
    tasks: [
      { does: 'send e-mail token', held: 'pause', dueAt: new Date(before[1]?.dueAt ?? 0).toISOString() }, // prettier-ignore
      { does: 'expire e-mail token' },
    ],
  })
  expect(shown.tasks[1]).not.toHaveProperty('held')

  // Clients are answered as before, and what follows waits too.
  const asked = await app.call('POST', `/v1/transaction/${id}/emails/tokens`)
  expect([201, 429]).toContain(asked.status)
  const other = await app.call('GET', `/v1/packs/basic/${id}`)
  expect((await other.json()).status).toBe('completed')
  const sends = (await tasksOf(app, id)).filter(({ task }) => task === 'challenge-send')
  expect(sends.map(({ parked }) => parked?.until)).toEqual(sends.map(() => 'pause'))
  const { transactions } = await (
    await app.call('GET', '/v1/transactions?waiting=operator', {
      claims: { scope: 'reports:read' },
    })
  ).json()
  expect(transactions.map((one: { id: string }) => one.id)).toContain(id)

  expect((await act(app, id, 'resume')).status).toBe(200)
  const after = await tasksOf(app, id)
  expect(after.every(({ parked }) => parked === undefined)).toBe(true)
  expect(after.find(({ key }) => key === before[0]?.key)?.dueAt).toBe(before[0]?.dueAt)
  expect(await agenda(app, id)).not.toHaveProperty('paused')
})

test('200: what was put off is due at once, and nudges; what ends by time is not', async ({
  app,
}) => {
  const id = await openDeferred(app)
  const before = app.nudged.length
  expect((await act(app, id, 'try-now')).status).toBe(200)
  const tasks = await tasksOf(app, id)
  const now = Date.now()
  expect(tasks.find(({ task }) => task === 'challenge-send')?.dueAt).toBeLessThanOrEqual(now)
  expect(tasks.find(({ task }) => task === 'challenge-expire')?.dueAt).toBeGreaterThan(now)
  expect(app.nudged.slice(before).map((one) => one.id)).toEqual([id])
  // Twice: nothing is put off any more.
  const again = await act(app, id, 'try-now')
  expect(await readProblem(again)).toMatchObject({ status: 409, code: 'nothing-deferred' })
})

test('200: an end closes runs, questions, links and tasks, and what comes after it begins anew', async ({
  app,
}) => {
  const phone = { countryCode: 55, areaCode: 11, number: 987_654_321 }
  const id = await createTransaction(app, { email: email(), phone })
  const { code } = await createToken(app, id)
  const asked = await app.call('POST', `/v1/transaction/${id}/sms/2fa`)
  expect(asked.status).toBe(201)
  await app.call('POST', `/v1/transaction/${id}/lvs`, { body: {} })
  await app.call('GET', `/v1/packs/onboarding/${id}`, { headers: { prefer: 'wait=0' } })
  expect((await tasksOf(app, id)).length).toBeGreaterThan(4)

  const ended = await act(app, id, 'end')
  expect([ended.status, await ended.json()]).toEqual([200, { act: 'end', paused: false, tasks: 0 }])
  expect(await tasksOf(app, id)).toEqual([])
  const pack = await (await app.call('GET', `/v1/packs/onboarding/${id}/runs`)).json()
  expect(pack.runs).toMatchObject([{ status: 'completed', outcome: 'cancelled' }])
  const wrong = await app.call('POST', `/v1/transaction/${id}/emails/tokens/validation`, {
    body: { code },
  })
  expect(wrong.status).not.toBe(200)
  const [question] = await (await app.call('GET', `/v1/transaction/${id}/sms/2fa`)).json()
  expect(question).toMatchObject({ expired: true })
  const timeline = await (await app.call('GET', `/v1/transaction/${id}/timeline`)).json()
  expect(timeline.map((one: { kind: string }) => one.kind)).toContain('ended-by-operator')
  expect(JSON.stringify(timeline)).not.toContain('Ana')

  // Twice.
  expect(await readProblem(await act(app, id, 'end'))).toMatchObject({ code: 'nothing-open' })
  const anew = await app.call('POST', `/v1/transaction/${id}/whatsapps/2fa`)
  expect(anew.status).toBe(201)
  expect((await tasksOf(app, id)).map(({ module }) => module)).toContain('whatsapp-2fa')
})

test('200: an open review is closed by an end, and a check that was not bought is bought no more', async ({
  app,
  db,
}) => {
  const claims = {}
  const id = await createTransaction(app, {}, claims)
  const name = `doubting-${randomUUID()}`
  const root = sequence(module(score), stop('review', 'tried'))
  await publishPacks(db, [definePack(name, 1, root)])
  await app.call('GET', `/v1/packs/${name}/${id}`)
  expect(await agenda(app, id)).toMatchObject({ waiting: { for: 'review', what: 'review' } })
  await app.call('POST', `/v1/transaction/${id}/backgroundcheck`, {
    body: { services: ['BasicInfos'] },
    claims,
  })
  expect((await tasksOf(app, id)).some(({ task }) => task === 'check-buy')).toBe(true)
  expect((await act(app, id, 'end')).status).toBe(200)
  expect(await tasksOf(app, id)).toEqual([])
  const reviews = await db.execute(sql`select closed_as from review where transaction_id = ${id}`)
  expect([...reviews]).toEqual([{ closed_as: 'cancelled' }])
  const rows = await db.execute(sql`
    select o.status, o.failure_code from check_order o join check_request c on c.id = o.check_id
    where c.transaction_id = ${id}`)
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows)
    expect(row).toEqual({ status: 'failed', failure_code: 'ended-by-operator' })
})

test('200: a closed transaction is paused too, and what is asked of it then waits', async ({
  app,
}) => {
  const id = await createTransaction(app, { email: email() })
  expect((await act(app, id, 'pause')).status).toBe(200)
  await app.call('POST', `/v1/transaction/${id}/emails/tokens`)
  const tasks = await tasksOf(app, id)
  expect(tasks.find(({ task }) => task === 'challenge-send')?.parked?.until).toBe('pause')
  expect((await act(app, id, 'end')).status).toBe(200)
  expect(await tasksOf(app, id)).toEqual([])
})

test('409: paused twice, resumed without a pause, hurried while it is paused', async ({ app }) => {
  const id = await openDeferred(app)
  expect(await readProblem(await act(app, id, 'resume'))).toMatchObject({ code: 'not-paused' })
  await act(app, id, 'pause')
  for (const name of ['pause', 'try-now'] as const)
    expect(await readProblem(await act(app, id, name))).toMatchObject({
      status: 409,
      code: 'paused',
    })
})

test('beside another commit: one of two pauses is done, and a token asked for at the same time waits', async ({
  app,
}) => {
  const id = await createTransaction(app, { email: email() })
  const [one, other] = await Promise.all([
    act(app, id, 'pause'),
    act(app, id, 'pause'),
    app.call('POST', `/v1/transaction/${id}/emails/tokens`),
  ])
  expect(new Set([one?.status, other?.status])).toEqual(new Set([200, 409]))
  const send = (await tasksOf(app, id)).find(({ task }) => task === 'challenge-send')
  expect(send?.parked?.until).toBe('pause')
})

test('400, 403, 404: without a reason or a scope, of another tenant or mode, of nothing and of what was erased', async ({
  app,
}) => {
  const id = await openDeferred(app)
  const gone = await openDeferred(app)
  await commitOn(app.deps, gone, eraseTransaction)
  for (const name of acts) {
    for (const body of [{}, { reason: '  ' }, { reason: 'x'.repeat(501) }])
      expect((await act(app, id, name, { body })).status).toBe(400)
    const reads = { claims: { scope: 'transactions:read' } }
    expect(await readProblem(await act(app, id, name, reads))).toMatchObject({
      status: 403,
      code: 'scope-missing',
    })
    for (const claims of [{ tenant: 'other' }, { mode: 'live' }])
      expect((await act(app, id, name, { claims })).status).toBe(404)
    for (const one of [unknownId, gone]) expect((await act(app, one, name)).status).toBe(404)
  }
  expect((await tasksOf(app, id)).length).toBe(2)
})

test('each act stands in the audit, without its reason', async ({ app, db }) => {
  const id = await openDeferred(app)
  for (const name of ['try-now', 'pause', 'resume', 'end'] as const) await act(app, id, name)
  const rows = await db.execute<{ action: string }>(
    sql`select action, details from audit where transaction_id = ${id} and action like 'agenda.%' order by tx, seq`,
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'agenda.tried-now',
    'agenda.paused',
    'agenda.resumed',
    'agenda.ended',
  ])
  expect(JSON.stringify(rows)).not.toContain('Ana')
  const [kept] = await db.execute<{ reason: string }>(
    sql`select encode(reason, 'escape') as reason from transaction_act where transaction_id = ${id}`,
  )
  expect(kept?.reason).not.toContain('Ana')
})
