// Retention: what goes by itself and what never does, and what ends the rows of each table.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { finishErasures } from '#src/journey/erasure/finish.ts'
import { retainByNight } from '#src/journey/erasure/nightly.ts'
import { retain } from '#src/journey/erasure/retention.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { DataSettings } from '#src/platform/tenants/data.ts'
import { createTenants } from '#src/platform/tenants/tenants.ts'
import { startStandIn } from '#test/contract/stand-in-worker.ts'
import { test as base } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { openReview } from '#test/support/reviews.ts'
import { everyScope } from '#test/support/token.ts'
import { createTransaction } from '#test/support/transactions.ts'

const test = base.extend('app', { scope: 'file' }, ({ db, retention }) =>
  createTestApp(db, undefined, { retention }),
)

const nothing = { transactions: 0, restricted: 0, answers: 0, rows: 0 }
type Who = { readonly tenant: string; readonly scope: string; readonly mode: 'sandbox' | 'live' }
const someone = (mode: Who['mode'] = 'sandbox'): Who => ({
  tenant: `t-${randomUUID()}`,
  scope: everyScope,
  mode,
})

/** As a reload of the settings does it. */
function setPolicy({ deps }: TestApp, { tenant }: Who, data: DataSettings): void {
  const others = deps.tenants.of.bind(deps.tenants)
  const own = createTenants({ brand: 'Acme' }, { all: {}, tenants: { [tenant]: { data } } })
  Object.assign(deps.tenants, {
    of: (name: string) => (name === tenant ? own.of(name) : others(name)),
  })
}

async function createOld(app: TestApp, db: Db, claims: Who, days: number): Promise<string> {
  const id = await createTransaction(app, {}, claims)
  await db.execute(sql`
    update submission set created_at = created_at - make_interval(days => ${days}) where id = ${id}`)
  return id
}

const statusOf = async ({ call }: TestApp, claims: Who, id: string) =>
  (
    await call('GET', `/v1/transaction/${id}`, {
      claims: { ...claims, scope: 'transactions:read' },
    })
  ).status
const put = ({ call }: TestApp, claims: Who, path: string, body: object) =>
  call('PUT', `/v1/transaction/${path}`, { claims, body })

test('what is of a sandbox goes after seven days, counted before; held, reviewed, under way or young it stays', async ({
  app,
  db,
}) => {
  const claims = someone()
  const old = await createOld(app, db, claims, 8)
  const young = await createOld(app, db, claims, 6)
  const held = await createOld(app, db, claims, 8)
  await put(app, claims, `${held}/hold`, { reason: 'Order 7' })
  const busy = await createOld(app, db, claims, 8)
  await app.call('POST', `/v1/transaction/${busy}/emails/tokens`, { claims })
  const reviewed = await createOld(app, db, claims, 8)
  await openReview(db, reviewed)
  // Real persons' data go when somebody has said so.
  const live = { ...claims, mode: 'live' as const }
  const kept = await createOld(app, db, live, 4_000)
  expect(await retain({ deps: app.deps, isDry: true })).toEqual({ ...nothing, transactions: 1 })
  expect(await statusOf(app, claims, old)).toBe(200)
  expect(await retain({ deps: app.deps, isDry: false })).toEqual({ ...nothing, transactions: 1 })
  expect(await statusOf(app, claims, old)).toBe(404)
  for (const id of [young, held, busy, reviewed])
    expect([id, await statusOf(app, claims, id)]).toEqual([id, 200])
  expect(await statusOf(app, live, kept)).toBe(200)
  expect(await retain({ deps: app.deps, isDry: false })).toEqual(nothing)
})

test('in live a class goes when its settings say, never before its duty is over, and a restricted one then', async ({
  app,
  db,
}) => {
  const claims = someone('live')
  setPolicy(app, claims, {
    duties: { customer: { days: 100, covers: [] } },
    keep: { live: { applicant: 30, customer: 10 } },
  })
  const applicant = await createOld(app, db, claims, 31)
  const customer = await createOld(app, db, claims, 50)
  await put(app, claims, `${customer}/relationship`, { class: 'customer' })
  const former = await createOld(app, db, claims, 500)
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  await put(app, claims, `${former}/relationship`, { class: 'customer', endedAt: inDays(-50) })
  await app.call('DELETE', `/v1/transaction/${former}`, { claims })
  expect(await retain({ deps: app.deps, isDry: false })).toEqual({ ...nothing, transactions: 1 })
  expect(await statusOf(app, claims, applicant)).toBe(404)
  expect(await statusOf(app, claims, customer)).toBe(200)
  const legal = { ...claims, scope: 'transactions:read legal:read' }
  const read = () => app.call('GET', `/v1/transaction/${former}`, { claims: legal })
  expect((await read()).status).toBe(200)
  await put(app, claims, `${former}/relationship`, { class: 'customer', endedAt: inDays(-101) })
  expect(await retain({ deps: app.deps, isDry: false })).toEqual({ ...nothing, restricted: 1 })
  expect((await read()).status).toBe(404)
})

test('a policy that changes between the list and the lock counts as it is under the lock', async ({
  app,
  db,
}) => {
  const claims = someone('live')
  setPolicy(app, claims, { keep: { live: { applicant: 30 } } })
  const id = await createOld(app, db, claims, 31)
  const of = app.deps.tenants.of.bind(app.deps.tenants)
  let asked = 0
  const longer = createTenants({ brand: 'Acme' }, { all: { data: { keep: { live: { applicant: 90 } } } }, tenants: {} }) // prettier-ignore
  Object.assign(app.deps.tenants, {
    of(name: string) {
      if (name !== claims.tenant) return of(name)
      asked += 1
      return asked === 1 ? of(name) : longer.of(name)
    },
  })
  expect(await retain({ deps: app.deps, isDry: false })).toEqual(nothing)
  expect(asked).toBeGreaterThan(1)
  expect(await statusOf(app, claims, id)).toBe(200)
  Object.assign(app.deps.tenants, { of })
})

test('a hold that is being set when its transaction is listed keeps it', async ({ app, db }) => {
  const claims = someone()
  const id = await createOld(app, db, claims, 8)
  const isSeen = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from transaction where id = ${id} for update`)
    await tx.execute(sql`
      insert into legal_hold (transaction_id, reason, set_at) values (${id}, '', now())`)
    await isSeen.promise
  })
  const retaining = retain({ deps: app.deps, isDry: false })
  const waiting = sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await db.execute(waiting)).length).toBeGreaterThan(0)
  isSeen.resolve()
  await holding
  await retaining
  expect(await statusOf(app, claims, id)).toBe(200)
})

test('what vendors have answered goes before the transaction does, once a night, and is counted', async ({
  app,
  db,
}) => {
  const claims = someone()
  setPolicy(app, claims, { keep: { sandbox: { answers: 2 } } })
  const id = await createTransaction(app, { services: { bcheck: ['Pep'] } }, claims)
  const every = { services: { bcheck: ['Pep'], everyDays: 30 } }
  const monitored = await createTransaction(app, every, claims)
  const results = async (of: string) => {
    const path = `/v1/transaction/${of}/backgroundcheck`
    const [check] = await (await app.call('GET', path, { claims })).json()
    return check.services.map(({ result }: { result?: object }) => result !== undefined)
  }
  {
    await using _worker = startStandIn(app)
    await expect.poll(() => results(id)).toEqual([true])
    await expect.poll(() => results(monitored)).toEqual([true])
  }
  const hour = new Date().getUTCHours()
  const night = { deps: app.deps, signal: new AbortController().signal }
  await retainByNight({ ...night, hour })
  expect(await results(id)).toEqual([true])
  await db.execute(sql`
    update check_order set ended_at = check_order.ended_at - interval '3 days' from check_request asked
    where asked.id = check_id and asked.transaction_id in (${id}, ${monitored})`)
  await db.execute(sql`
    update submission set created_at = created_at - interval '8 days' where id = ${monitored}`)
  // In another hour, or once more in this night, nothing happens.
  await retainByNight({ ...night, hour: (hour + 1) % 24 })
  await retainByNight({ ...night, hour })
  expect(await results(id)).toEqual([true])
  // Nor while somebody is to decide by what they say.
  await openReview(db, id)
  expect(await retain({ deps: app.deps, isDry: false })).toMatchObject({ answers: 0 })
  await db.execute(sql`update review set closed_at = now() where transaction_id = ${id}`)
  await retainByNight({ ...night, hour, now: new Date(Date.now() + 86_400_000) })
  expect(await results(id)).toEqual([false])
  // What is asked again stays, and so does what the next answer is compared with.
  expect(await results(monitored)).toEqual([true])
  // Counted before, and after.
  for (const name of ['atesta_retention_due', 'atesta_retention_removed_total'])
    expect(await app.deps.metrics.registry.getSingleMetricAsString(name)).toMatch(
      /kind="answers"\} 1/,
    )
})

test('thirty days after an erasure its rows go, the journal’s too, by a function that reaches every table', async ({
  app,
  db,
}) => {
  const claims = someone()
  const id = await createTransaction(app, { services: { bcheck: ['Pep'] } }, claims)
  {
    await using _worker = startStandIn(app)
    const checked = async () =>
      (await (await app.call('GET', `/v1/transaction/${id}/backgroundcheck`, { claims })).json())[0]
        .status
    await expect.poll(checked).toBe('completed')
  }
  await app.call('POST', `/v1/transaction/${id}/emails/tokens`, { claims })
  await app.call('GET', `/v1/packs/basic/${id}`, { claims })
  await app.call('GET', `/v1/transaction/${id}/lvs`, { claims })
  await put(app, claims, `${id}/relationship`, { class: 'applicant' })
  await app.call('DELETE', `/v1/transaction/${id}`, { claims })
  await db.execute(sql`update challenge set wall_created_at = wall_created_at - interval '3 days'`)
  await finishErasures({ deps: app.deps, objects: undefined })
  expect(await retain({ deps: app.deps, isDry: false })).toEqual(nothing)
  await db.execute(sql`
    update transaction set erased_at = erased_at - interval '31 days' where id = ${id}`)
  expect(await retain({ deps: app.deps, isDry: false })).toEqual({ ...nothing, rows: 1 })
  for (const table of ['transaction', 'submission', 'challenge', 'pack_run', 'verification_link']) {
    const column = ['transaction', 'submission'].includes(table) ? 'id' : 'transaction_id'
    const left = await db.execute(sql`
      select 1 from ${sql.identifier(table)} where ${sql.identifier(column)} = ${id}`)
    expect([table, left.length]).toEqual([table, 0])
  }
  // A new table that refers to a transaction stands in the function.
  const missing = await db.execute<{ name: string }>(sql`
    with recursive below as (
      select 'transaction'::regclass as table_of
      union
      select conrelid from pg_constraint join below on confrelid = table_of where contype = 'f'
    )
    select table_of::text as name from below
    where table_of::text <> 'image' and not exists (
      select from pg_proc
      where proname = 'purge_erased' and prosrc ilike '%delete from ' || table_of::text || ' %')`)
  expect([...missing]).toEqual([])
  // And is found there by an index: else each batch reads every row of that table, once for each transaction.
  const unindexed = await db.execute<{ name: string }>(sql`
    with recursive below as (
      select 'transaction'::regclass as table_of
      union
      select conrelid from pg_constraint join below on confrelid = table_of where contype = 'f'
    )
    select conrelid::regclass::text as name from pg_constraint join below on confrelid = table_of
    where contype = 'f' and not exists (
      select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])`)
  expect([...unindexed]).toEqual([])
})

const purge = 'thirty days after the erasure of its transaction'
const own = 'swept by its own age'
const current = 'one row each of what there is: it does not grow'
const owners = 'the owner’s: kept as a record'

/** What ends the rows of each table. A new one needs a line, and something that does what it says. */
const ends: Record<string, string> = {
  account_fault: own,
  account_template: current,
  answered_day: own,
  api_key: owners,
  audit: 'by retention’s role, where an operator says after how many days',
  challenge: purge,
  challenge_attempt: purge,
  check_attempt: purge,
  check_order: purge,
  check_request: purge,
  check_service: owners,
  check_spending: owners,
  correction: 'with the erasure',
  database_timeline: current,
  doubled_send: own,
  endpoint: owners,
  engine_host: own,
  engine_work: own,
  erasure: owners,
  event: own,
  examination: purge,
  first_answer: own,
  hit_judgement: purge,
  image: 'with its object: erased, taken back, or older than biometrics.keepDays',
  inbox_key: own,
  insight_set: purge,
  journal: purge,
  legal_hold: 'lifted, or with its transaction',
  list_entry: own,
  list_entry_hash: 'with its entry',
  liveness_challenge: purge,
  look_up: purge,
  outcome_mark: 'with the erasure',
  pack_backtest: owners,
  pack_call: 'with the erasure',
  pack_child: purge,
  pack_evidence: 'with the erasure',
  pack_module: purge,
  pack_run: purge,
  pack_shadow: purge,
  pack_value: 'with the erasure',
  phone_use: 'with the erasure',
  picture_mark: own,
  plain_answer: own,
  prefix_block: own,
  provider_event: own,
  published_entry: 'with its list',
  published_list: current,
  pumping_look: current,
  rate_bucket: current,
  registry_awaited: current,
  registry_live: current,
  registry_rollout: owners,
  registry_version: owners,
  relationship: 'with the erasure',
  reply_code: own,
  review: purge,
  review_comment: purge,
  sandbox_message: 'with the erasure',
  score: purge,
  score_shadow: purge,
  seal_key: current,
  second_ask: own,
  send_bucket: current,
  session: own,
  sighting: 'swept by its own age, or with the erasure',
  spend_hour: own,
  submission: purge,
  suspect_task: 'with its task, by whoever looks for such',
  suppression: 'the person’s own wish, or its own end',
  tenant: owners,
  transaction: purge,
  transaction_act: purge,
  transaction_outcome: 'with the erasure',
  unmatched_event: own,
  verification_link: purge,
  verification_link_capture: purge,
  verification_link_session: purge,
  verification_link_step: purge,
  webhook_delivery: own,
  webhook_endpoint: owners,
  withdrawal: owners,
}

test('every table has something that ends its rows', async ({ db }) => {
  const tables = await db.execute<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`)
  expect(Object.keys(ends).toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
})
