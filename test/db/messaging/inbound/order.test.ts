// The held transitions on the database: a sample of every order of reports, told at once or one by one,
// comes to one status, and each event counts once.
import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { findChallenge } from '#src/messaging/challenges/store.ts'
import type { TestApp } from '#test/support/app.ts'
import {
  answer,
  metaBody,
  metaStatus,
  metaTap,
  postMeta,
  report,
} from '#test/support/messaging/callbacks.ts'
import {
  accounts,
  payloadOf,
  read,
  readEntries,
  sendRecord,
  type SentRecord,
  test,
} from '#test/support/hooks.ts'

vi.setConfig({ testTimeout: 60_000 })

const told = ['sent', 'delivered', 'read', 'failed', 'delivered', 'reply'] as const
type Told = (typeof told)[number]

const orders = fc.sample(
  fc.shuffledSubarray([...told], { minLength: told.length }).filter((order) => order.length > 0),
  { numRuns: 12, seed: 47 },
)

const rank = ['Waiting', 'Sent', 'Delivered', 'Read', 'Replied']

/** Twilio’s word for it; a failure that concerns the text alone, so that nothing is sent again. */
function tellTwilio(app: TestApp, sent: SentRecord, what: Told) {
  if (what === 'reply') return answer(app, sent, '1')
  return report(app, sent, what, what === 'failed' ? { ErrorCode: '30007' } : {})
}

async function tellMeta(app: TestApp, sent: SentRecord, what: Told) {
  if (what === 'reply')
    return postMeta(app, metaBody({ messages: [metaTap(sent, await payloadOf(app, sent, 1))] }))
  const errors = what === 'failed' ? { errors: [{ code: 131_047 }] } : {}
  return postMeta(app, metaBody({ statuses: [metaStatus(sent, what, errors)] }))
}

test.for([
  ['sms-2fa', tellTwilio],
  ['whatsapp-2fa', tellMeta],
] as const)(
  '%s: one final status in any order, and never one that goes back',
  async ([challengeKind, tellOne], { app }) => {
    for (const order of orders) {
      const sent = await sendRecord(app, { challengeKind })
      let before = 0
      for (const what of order) {
        expect((await tellOne(app, sent, what)).status).toBe(200)
        const next = rank.indexOf((await read(app, sent)).status)
        expect(next, order.join(' ')).toBeGreaterThanOrEqual(before)
        before = next
      }
      expect(await read(app, sent)).toMatchObject({ status: 'Replied' })
      expect(await read(app, sent)).not.toHaveProperty('failure')
      const kinds = (await readEntries(app, sent)).map(({ kind }) => kind)
      expect(kinds).toEqual([...new Set(kinds)])
    }
  },
)

test('all at once: the same facts, whoever comes first', async ({ app }) => {
  for (const order of orders.slice(0, 6)) {
    const sent = await sendRecord(app, { account: accounts.main, outcome: 'claimed' })
    const answers = await Promise.all(
      [...order, ...order].map((what) => tellTwilio(app, sent, what)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const facts = await findChallenge(app.db, sent.ref)
    expect(await read(app, sent)).toMatchObject({ status: 'Replied' })
    for (const deliveryStatus of [
      'acceptedAt',
      'sentAt',
      'deliveredAt',
      'readAt',
      'failedAt',
    ] as const)
      expect(facts?.[deliveryStatus]).toEqual(expect.any(Number))
    const kinds = (await readEntries(app, sent)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'challenge-replied')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'challenge-accepted')).toHaveLength(1)
  }
})
