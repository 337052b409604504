// When somebody looks after a message that was taken and of which nothing final is reported. Pure.
import type { MessagingAccount } from '#src/messaging/challenges/port.ts'

/** Nothing was reported as sent for so long: the next account sends it. */
const unsentMs = 45_000
/** A callback that has not come by then is asked for, and once more when the record expires. */
const askMs = 60_000

type Accounts = readonly Pick<MessagingAccount, 'id' | 'status'>[]

/** Null: nobody can be asked, and nobody else can send. Times are of the transaction's clock. */
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
