// Between the request and the first send there can be minutes: the worker, or Temporal, may be away.
import { expect } from 'vitest'
import { claim } from '#activities/challenge-claim.ts'
import { createLog } from '#src/log.ts'
import { createActivityDeps } from '#src/main/activity-deps.ts'
import { readConfig } from '#src/main/config.ts'
import { hashPhone, suppress } from '#src/phones/store.ts'
import { listChallenges } from '#src/challenges/store.ts'
import { createTestApp } from '#test/support/app.ts'
import { sharedAccount, silentMessaging } from '#test/support/messaging.ts'
import { underLock } from '#test/support/phones.ts'
import { jwtSecret } from '#test/support/token.ts'
import { createTransaction } from '#test/support/transactions.ts'
import { test } from '../fixture.ts'

test('who has opted out since the record was opened gets nothing', async ({ db }) => {
  const app = await createTestApp(db)
  const phone = { countryCode: 55, areaCode: 11, number: 987_651_234 }
  const id = await createTransaction(app, { phone })
  expect((await app.call('POST', `/v1/transaction/${id}/sms/2fa`)).status).toBe(201)
  const [record] = await listChallenges(db, id, 'sms-2fa')
  if (!record) throw new Error('a record was opened')
  await underLock(db, id, (tx, locked) =>
    suppress(tx, locked, 'sms', hashPhone(app.sealer, locked, '+5511987651234'), 'opt-out', null),
  )
  await using parts = new AsyncDisposableStack()
  const deps = createActivityDeps(
    {
      config: readConfig({ DATABASE_URL: 'postgres://-', KEYRING: '-', JWT_SECRET: jwtSecret }),
      db,
      sealer: app.sealer,
      log: await createLog('silent', 'test'),
      messaging: silentMessaging({ accounts: [sharedAccount] }),
    },
    parts,
  )
  const { entries, claimed } = await claim(deps, { id, ref: record.id, attempt: 1 })
  expect(claimed).toBeUndefined()
  expect(entries).toMatchObject([{ kind: 'challenge-failed', code: 'opted-out' }])
})
