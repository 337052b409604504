// Computes when a person can get another message, for a page’s countdown.
import type { StoredTransaction } from '#src/journey/transaction/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Tenants } from '#src/platform/tenants/settings.ts'
import type { ChallengeKind } from '#src/messaging/wire/channel.ts'
import { secondsUntilAgain } from '#src/messaging/challenges/limits.ts'
import { rulesOf } from '#src/messaging/challenges/settings.ts'
import { toSentRecord } from '#src/messaging/challenges/status.ts'
import { listChallenges } from '#src/messaging/challenges/store.ts'

/** The number of records that the limits consider. */
const recordsMax = 20

/** The seconds until another message may be requested; 0 for now. `now` is epoch ms of the transaction’s clock. */
export async function readSecondsUntilAgain(
  db: Db,
  tenants: Tenants,
  { id, tenant, now }: Pick<StoredTransaction, 'id' | 'tenant'> & { readonly now: number },
  challengeKind: ChallengeKind,
): Promise<number> {
  const records = await listChallenges(db, id, challengeKind, recordsMax)
  const rules = { ...rulesOf(challengeKind), ...tenants.of(tenant).messages }
  const sent = records.map((one) => toSentRecord(one, now))
  return secondsUntilAgain(rules, sent, now)
}
