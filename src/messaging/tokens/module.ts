// The module completes when the person has proved the address; without an address that accepts mail it has no result.
import { countsFor } from '#src/messaging/challenges/past.ts'
import { listChallenges } from '#src/messaging/challenges/store.ts'
import { iso, tokenStatus } from '#src/messaging/challenges/status.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Counted } from '#src/journey/facts/facts.ts'
import { defineModule, waitsFor } from '#src/journey/capabilities/module.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { hashMailbox } from '#src/messaging/phones/hash.ts'
import { isSuppressed } from '#src/messaging/phones/suppressions.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { stepPurpose } from '#src/messaging/challenges/schema.ts'
import { z } from 'zod'
import { EmailTokenResult } from './schema.ts'

/** The name of the module in packs. */
export const emailToken = { key: 'emailToken' } as const

export const emailTokenModule = defineModule(
  emailToken,
  EmailTokenResult,
  async (db, { transaction: { id: transactionId }, moduleStatus, ...counted }) => {
    const tokens = await listChallenges(db, transactionId, 'email-token', 20)
    const results = tokens.filter(countsFor(counted)).map((one) => ({
      status: tokenStatus(one),
      createdAt: iso(one.createdAt),
    }))
    return { moduleStatus, results }
  },
  {
    runs: waitsFor(
      async ({ tx, locked, sealer, ...counted }) =>
        (await isConfirmed(tx, locked.id, counted)) || !(await takesMail({ tx, locked, sealer })),
    ),
    options: z.strictObject({ purpose: stepPurpose }),
    messages: ['email-token'],
    seen: { status: 'string' },
  },
)

async function isConfirmed(tx: Db, transactionId: string, counted: Counted): Promise<boolean> {
  const tokens = await listChallenges(tx, transactionId, 'email-token')
  return tokens.some((one) => one.repliedAt !== null && countsFor(counted)(one))
}

/** False where the mailbox does not exist, or its owner has complained. */
async function takesMail({
  tx,
  locked,
  sealer,
}: InCommit<{ readonly sealer: Sealer }>): Promise<boolean> {
  const email = (await readFields(sealer, locked)).email?.trim()
  return !!email && !(await isSuppressed(tx, locked, 'email', hashMailbox(sealer, locked, email)))
}
