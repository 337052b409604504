// The module completes when the person has proved the address; without an address it has no result.
import { cameAfter, isConfirmed } from '#src/messaging/challenges/past.ts'
import { listChallenges } from '#src/messaging/challenges/store.ts'
import { iso } from '#src/messaging/challenges/record.ts'
import { tokenStatus } from '#src/messaging/challenges/status.ts'
import { defineModule, waitsFor } from '#src/journey/modules/module.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { emailToken } from './rules.ts'
import { EmailTokenResult } from './schema.ts'

export const emailTokenModule = defineModule(
  emailToken,
  EmailTokenResult,
  async (db, { transactionId, moduleStatus, since }) => {
    const tokens = await listChallenges(db, transactionId, 'email-token', 20)
    const results = tokens.filter(cameAfter(since)).map((one) => ({
      status: tokenStatus(one),
      createdAt: iso(one.createdAt),
    }))
    return { moduleStatus, results }
  },
  {
    runs: waitsFor(
      async ({ tx, locked, sealer, since }) =>
        (await isConfirmed(tx, locked.id, 'email-token', since && { since })) ||
        !(await readFields(sealer, locked)).email?.trim(),
    ),
    seen: { status: 'string' },
  },
)
