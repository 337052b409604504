// Helpers for transactions through the API, and reads that only a test may make.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { readAgenda } from '#src/journey/agenda/read.ts'
import { deriveSecrets, findLatest } from '#src/messaging/challenges/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import { openDataKey } from '#src/journey/transaction/locked.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import type { Answer, TestApp } from './app.ts'
import type { Claims } from './token.ts'

/** An id that does not exist. */
export const unknownId = '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35'

const Created = z.object({ id: z.uuid() })

/** Repeats a request after a 503, as clients do, because a busy machine refuses some of many requests. */
export async function untilServed(ask: () => Promise<Answer>): Promise<Answer> {
  const answer = await ask()
  if (answer.status !== 503) return answer
  await sleep(200)
  return untilServed(ask)
}

/** Creates a transaction with its own e-mail address; resolves to its id. */
export async function createTransaction(
  { call }: Pick<TestApp, 'call'>,
  fields: Record<string, unknown> = {},
  claims: Claims = {},
): Promise<string> {
  const email = `${randomUUID()}@example.test`
  const body = { documentType: 'CPF', document: '52998224725', email, ...fields }
  const answer = await untilServed(() => call('POST', '/v1/transaction', { body, claims }))
  if (answer.status !== 201) throw new Error(`creation answered ${answer.status}`)
  return Created.parse(await answer.json()).id
}

/** Opens an e-mail token; resolves to the values that its message would contain. */
export async function createToken(
  app: Pick<TestApp, 'call' | 'db' | 'sealer'>,
  id: string,
  claims: Claims = {},
): Promise<{ ref: string; code: string; pageToken: string }> {
  const answer = await app.call('POST', `/v1/transaction/${id}/emails/tokens`, { claims })
  if (answer.status !== 201) throw new Error(`token creation answered ${answer.status}`)
  return readSecrets(app, id)
}

/** Code and link of the latest e-mail token. */
export async function readSecrets({ db, sealer }: Pick<TestApp, 'db' | 'sealer'>, id: string) {
  const [found, token] = await Promise.all([findById(db, id), findLatest(db, id, 'email-token')])
  if (!found || !token) throw new Error('there is a transaction with a token')
  const { code, pageToken } = deriveSecrets(sealer, await openDataKey(sealer, found), token)
  return { ref: token.id, code, pageToken }
}

/** A six-digit code other than the given one; a different one for each `step` from 1. */
export function wrongCode(code: string, step = 1): string {
  return String((Number(code) + step) % 1_000_000).padStart(6, '0')
}

/** Moves a transaction’s clock, for tests without a workflow. */
export async function moveClock(db: Db, id: string, ms: number): Promise<void> {
  await db
    .update(transactions)
    .set({ clockOffsetMs: sql`${transactions.clockOffsetMs} + ${ms}` })
    .where(eq(transactions.id, id))
}

/** Reads the agenda as the workflow does; after that only tasks due before its timer cause nudges. */
export async function lookAtAgenda(db: Db, id: string): Promise<void> {
  const settings = { holdMs: 0, failuresMax: 1, idleMs: 0, historyMax: 2_000 }
  await readAgenda(db, settings, { id, after: null })
}

/** The number of transactions that no workflow has read, or with a task that is overdue. */
export async function countUnseen(db: Db): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${transactions}
    where (seen_seq = 0 and agenda <> '[]') or exists (
      select from jsonb_array_elements(agenda) task
      where (task ->> 'dueAt')::float8 < extract(epoch from now()) * 1000 + clock_offset_ms)`)
  return row?.count ?? 0
}

/** The number of rows of each table. */
export async function countRows(db: Db): Promise<Record<string, number>> {
  const tables = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const counts = tables.map(async ({ name }) => {
    const [row] = await db.execute<{ n: number }>(
      sql`select count(*)::int as n from ${sql.identifier(name)}`,
    )
    return [name, row?.n ?? 0] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

const Problem = z.looseObject({
  status: z.number(),
  code: z.string(),
  requestId: z.string(),
  errors: z
    .array(z.looseObject({ pointer: z.string(), code: z.string(), detail: z.string() }))
    .optional(),
})

/** The problem document of an answer. */
export async function readProblem(response: Response) {
  if (response.headers.get('content-type') !== 'application/problem+json')
    throw new Error(`${response.status} is not a problem document`)
  return Problem.parse(await response.json())
}
