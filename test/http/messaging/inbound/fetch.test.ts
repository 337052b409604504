// Answers that a vendor could not deliver are asked for once the time of the question is over.
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { transactions } from '#src/journey/transaction/table.ts'
import { challengeAttempts, challenges } from '#src/messaging/challenges/table.ts'
import type { TestApp } from '#test/support/app.ts'
import { performDue } from '#test/support/due.ts'
import type { MessagingAccount } from '#src/messaging/challenges/port.ts'
import type { VendorEvent } from '#src/messaging/challenges/vendor-events.ts'
import { test } from '#test/db/fixture.ts'
import { answer } from '#test/support/messaging/callbacks.ts'
import {
  accounts,
  openHooks,
  read,
  readKinds,
  type SentRecord,
  sendRecord,
} from '#test/support/hooks.ts'
import type { Db } from '#src/platform/db/client.ts'

const minute = 60_000
type Inbound = Extract<VendorEvent, { kind: 'inbound' }>

/** One whose list holds this text of whoever is asked for, written so long after the question began. */
const listing = (text: string | undefined, afterMs = 2_000): MessagingAccount => ({
  ...accounts.main,
  async listAnswers({ from, since }) {
    if (text === undefined) throw new Error('away')
    const at = since + 5_000 + afterMs
    const to = accounts.main.senders.sms ?? ''
    return [{ kind: 'inbound', dedupeKey: `inbound:${from}`, from, to, text, at } satisfies Inbound]
  },
})

/** As if all of it had been so much earlier. */
async function age(db: Db, { id, ref }: SentRecord, ms: number): Promise<void> {
  const earlier = sql`${ms} * interval '1 millisecond'`
  await db
    .update(challenges)
    .set({
      createdAt: sql`created_at - ${earlier}`,
      wallCreatedAt: sql`wall_created_at - ${earlier}`,
      expiresAt: sql`expires_at - ${earlier}`,
    })
    .where(eq(challenges.id, ref))
  await db
    .update(challengeAttempts)
    .set({ claimedAt: sql`claimed_at - ${earlier}` })
    .where(eq(challengeAttempts.challengeId, ref))
  await db
    .update(transactions)
    .set({
      agenda: sql`coalesce((select jsonb_agg(jsonb_set(task, '{dueAt}', to_jsonb((task ->> 'dueAt')::float8 - ${ms}::float8)))
        from jsonb_array_elements(agenda) as task), '[]')`,
    })
    .where(eq(transactions.id, id))
}

/** Lets the question expire, and asks for its answers. */
async function end(db: Db, app: TestApp, sent: SentRecord): Promise<void> {
  await age(db, sent, 11 * minute)
  await performDue(app.deps, sent.id)
  await age(db, sent, minute)
  await performDue(app.deps, sent.id)
}

/** The fixture's own claim leaves the task that would have made it. */
const kindsOf = async (app: TestApp, sent: SentRecord) =>
  (await readKinds(app, sent)).filter((kind) => !kind.startsWith('task-dropped'))

test.for([
  ['sim', 'Replied', 'Sim'],
  ['não fui eu', 'Replied', 'Não'],
] as const)(
  '«%s» whose webhook was lost is the reply: it was in time',
  async ([text, status, label], { db }) => {
    const app = await openHooks(db, [listing(text)])
    const sent = await sendRecord(app, { account: listing(text) })
    await end(db, app, sent)
    expect(await read(app, sent)).toMatchObject({ status, text: label })
    expect(await readKinds(app, sent)).toContain('answers-fetched 1')
  },
)

test('an answer that had come by its webhook changes nothing, and a question that was answered asks nobody', async ({
  db,
}) => {
  let asked = 0
  const account: MessagingAccount = {
    ...accounts.main,
    async listAnswers() {
      asked += 1
      return []
    },
  }
  const app = await openHooks(db, [account])
  const sent = await sendRecord(app, { account })
  await answer(app, sent, '1')
  await end(db, app, sent)
  expect(asked).toBe(0)
  expect(await kindsOf(app, sent)).toEqual(['replied 1'])
})

test('a vendor that is away is asked again a minute later', async ({ db }) => {
  const app = await openHooks(db, [listing(undefined)])
  const sent = await sendRecord(app, { account: listing(undefined) })
  await end(db, app, sent)
  expect(await kindsOf(app, sent)).toEqual(['expired', 'answers-fetched away'])
  await age(db, sent, 2 * minute)
  await performDue(app.deps, sent.id)
  expect(await kindsOf(app, sent)).toEqual([
    'expired',
    'answers-fetched away',
    'answers-fetched away',
  ])
})

test('an account that cannot be asked leaves nothing open', async ({ db }) => {
  const app = await openHooks(db, [accounts.zenvia])
  const sent = await sendRecord(app, { account: accounts.zenvia })
  await end(db, app, sent)
  expect(await kindsOf(app, sent)).toEqual(['expired'])
})
