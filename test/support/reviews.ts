// Helpers for tests of reviews: people who sign in, a pack that ends with a review, a transaction whose person denied
// it.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { score } from '#src/risk/score/module.ts'
import { findLatest, updateChallenge } from '#src/messaging/challenges/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import { type Answer, type AppOptions, createTestApp, type TestApp, testIssuer } from './app.ts'
import { definePack, module, sequence, stop } from './packs/build.ts'
import { publishPacks } from './packs/publish.ts'
import type { Claims } from './token.ts'
import { createToken, createTransaction } from './transactions.ts'

const scope = 'reviews:write transactions:read transactions:write'

/** The claims of a person who has signed in. */
export const personOf = (sub: string, more: Claims = {}): Claims => ({ scope, sub, ...more })

export const ana = personOf('ana')
export const bia = personOf('bia')
export const caio = personOf('caio')

/** An app with an issuer of people, and a pack that ends with a review. */
export async function openReviews(db: Db, options: AppOptions = {}) {
  const app = await createTestApp(db, undefined, {
    issuers: [testIssuer({ people: true })],
    ...options,
  })
  const name = `review-${randomUUID()}`
  await publishPacks(db, [definePack(name, 1, sequence(module(score), stop('review', 'list-hit')))])
  return { app, name }
}

export type Reviewing = Awaited<ReturnType<typeof openReviews>>

/** Creates a transaction whose run waits for a review. */
export async function askReview({ app, name }: Reviewing, claims: Claims = ana): Promise<string> {
  const id = await createTransaction(app, {}, claims)
  const answer = await app.call('GET', `/v1/packs/${name}/${id}`, { claims })
  if (answer.status !== 200) throw new Error(`the pack answered ${answer.status}`)
  return id
}

/** Inserts a review as if the transaction’s pack had asked for it. */
export const openReview = (db: Db, id: string) =>
  db.execute(sql`
    insert into review (id, transaction_id, tenant, mode, source, subject, pack, because, opened_at, deadline_at)
    select gen_random_uuid(), id, tenant, mode, 'pack', gen_random_uuid(), 'basic@1', 'test', now(), now()
    from transaction where id = ${id}`)

/** Records that the person denied a message of the transaction. */
export async function deny({ app }: Pick<Reviewing, 'app'>, id: string): Promise<void> {
  const { db } = app.deps
  await createToken(app, id, ana)
  const token = await findLatest(db, id, 'email-token')
  if (token) await updateChallenge(db, token.id, { deniedAt: new Date() })
}

export const next = (app: TestApp, claims: Claims = ana): Promise<Answer> =>
  app.call('POST', '/v1/reviews/next', { claims })

/** Takes the next review from the queue; resolves to its id. */
export async function takeNext(app: TestApp, claims: Claims = ana): Promise<string> {
  const answer = await next(app, claims)
  if (answer.status !== 200) throw new Error(`the queue answered ${answer.status}`)
  return (await answer.json()).id
}

export const decide = (
  app: TestApp,
  id: string,
  outcome: string,
  {
    claims = ana,
    ...more
  }: { claims?: Claims; headers?: Record<string, string>; body?: object } = {},
): Promise<Answer> =>
  app.call('POST', `/v1/reviews/${id}/decision`, {
    body: { outcome, reasons: ['seen'], ...more.body },
    claims,
    ...(more.headers && { headers: more.headers }),
  })

/**
 * Takes reviews, each as another person, until one gets the review of the link’s step; resolves to that person’s
 * claims.
 */
export async function claimStep(
  app: Pick<TestApp, 'call'>,
  { linkId, step = 'aiDocs' }: { readonly linkId: string; readonly step?: string },
  more: Claims = {},
): Promise<Claims & { readonly review: string }> {
  for (let n = 0; n < 50; n += 1) {
    const claims = personOf(`${randomUUID()}`, more)
    const answer = await app.call('POST', '/v1/reviews/next', { claims })
    if (answer.status !== 200) throw new Error(`the queue answered ${answer.status}`)
    const got = await answer.json()
    if (got.linkId === linkId && got.step === step) return { ...claims, review: got.id }
  }
  throw new Error('nobody gets that review')
}
