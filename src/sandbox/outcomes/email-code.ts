import { deriveSecrets, findLatest } from '#src/messaging/challenges/store.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import type { StoredTransaction } from '#src/journey/transaction/store.ts'
import { openDataKey } from '#src/journey/transaction/locked.ts'

/** As it stands in the e-mail that was sent last; '' where there is none. */
export async function readEmailCode(
  { db, sealer }: Pick<MessagingDeps, 'db' | 'sealer'>,
  transaction: StoredTransaction,
): Promise<string> {
  const token = await findLatest(db, transaction.id, 'email-token')
  return token ? deriveSecrets(sealer, await openDataKey(sealer, transaction), token).code : ''
}
