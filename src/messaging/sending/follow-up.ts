// Schedules the follow-up of an accepted message without a final report. Pure.
import type { MessagingAccount } from '#src/messaging/challenges/port.ts'

/** A message that is not reported as sent within this time is also sent by the next account. */
const unsentMs = 45_000
/** After this time the vendor is asked for a missing status, and again when the record expires. */
const askMs = 60_000

type Accounts = readonly Pick<MessagingAccount, 'id' | 'status'>[]

/** Null when no vendor can be asked and no other account can send. Times are of the transaction’s clock. */
export function nextFollowAt(
  accounts: Accounts,
  account: string,
  times: { readonly acceptedAt: number; readonly now: number; readonly expiresAt: number },
): number | null {
  const { acceptedAt, now, expiresAt } = times
  const canAsk = accounts.some(({ id, status }) => id === account && status !== undefined)
  const canFailOver = accounts.some(({ id }) => id !== account)
  const dues = [
    ...(canFailOver ? [acceptedAt + unsentMs] : []),
    ...(canAsk ? [acceptedAt + askMs, expiresAt] : []),
  ]
  return dues.find((due) => due > now) ?? null
}
