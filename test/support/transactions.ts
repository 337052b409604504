// What tests do with transactions through the service's own door, and what only a test may look at.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { readAgenda } from '#src/journey/agenda/read.ts'
import { deriveSecrets, findLatest } from '#src/messaging/challenges/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { openDataKey } from '#src/journey/transaction/locked.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import type { Answer, TestApp } from './app.ts'
import type { Claims } from './token.ts'

/** An id that nothing has. */
export const unknownId = '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35'

const Created = z.object({ id: z.uuid() })

/** A busy machine answers some of a crowd with 503, which are asked again as clients do it. */
export async function untilServed(ask: () => Promise<Answer>): Promise<Answer> {
  const answer = await ask()
  if (answer.status !== 503) return answer
  await sleep(200)
  return untilServed(ask)
}

/** Creates a transaction with an address of its own, and gives its id. */
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

/** Opens an e-mail token, and gives what its message would carry. */
export async function createToken(
  app: Pick<TestApp, 'call' | 'sealer'>,
  db: Db,
  id: string,
  claims: Claims = {},
): Promise<{ ref: string; code: string; pageToken: string }> {
  const answer = await app.call('POST', `/v1/transaction/${id}/emails/tokens`, { claims })
  if (answer.status !== 201) throw new Error(`token creation answered ${answer.status}`)
  return readSecrets(db, app.sealer, id)
}

/** Code and link of the latest e-mail token. */
export async function readSecrets(db: Db, sealer: Sealer, id: string) {
  const [found, token] = await Promise.all([findById(db, id), findLatest(db, id, 'email-token')])
  if (!found || !token) throw new Error('there is a transaction with a token')
  const { code, pageToken } = deriveSecrets(sealer, await openDataKey(sealer, found), token)
  return { ref: token.id, code, pageToken }
}

/** A six-digit code that is not the given one; another for each `step` from 1. */
export function wrongCode(code: string, step = 1): string {
  return String((Number(code) + step) % 1_000_000).padStart(6, '0')
}

/** Moves a transaction's clock where no workflow works. */
export async function moveClock(db: Db, id: string, ms: number): Promise<void> {
  await db
    .update(transactions)
    .set({ clockOffsetMs: sql`${transactions.clockOffsetMs} + ${ms}` })
    .where(eq(transactions.id, id))
}

/** As the workflow does where one works: from then on only what is due sooner than it looks nudges. */
export async function lookAtAgenda(db: Db, id: string): Promise<void> {
  const settings = { holdMs: 0, failuresMax: 1, idleMs: 0, historyMax: 2_000 }
  await readAgenda(db, settings, { id, after: null })
}

/** How many transactions nobody has looked at, or have something that was due before now. */
export async function countUnseen(db: Db): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${transactions}
    where (seen_seq = 0 and agenda <> '[]') or exists (
      select from jsonb_array_elements(agenda) task
      where (task ->> 'dueAt')::float8 < extract(epoch from now()) * 1000 + clock_offset_ms)`)
  return row?.count ?? 0
}

/** How many rows each table has. */
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
