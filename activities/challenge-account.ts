// The accounts of a record, and how an attempt's account is found again.
import type { Attempt } from '#src/challenges/attempts.ts'
import type { MessagingProvider } from '#src/challenges/port.ts'
import type { Challenge } from '#src/challenges/store.ts'
import type { Accounts } from '#src/challenges/failover.ts'
import type { Owner } from '#src/transaction/locked.ts'
import type { ActivityDeps } from './deps.ts'

type Needed = Pick<ActivityDeps, 'messaging' | 'breakers'>

export function toAccounts(
  { messaging, breakers }: Needed,
  owner: Owner,
  { channel }: Pick<Challenge, 'channel'>,
): Accounts {
  const names = messaging.accounts.list(owner, channel).map(({ id }) => id)
  return { names, openMs: (name) => breakers.openMs(name) }
}

/** One that the channel no longer lists can still be asked; undefined: it is not configured any more. */
export function findAccount(
  { messaging: { accounts } }: Pick<ActivityDeps, 'messaging'>,
  owner: Owner,
  { channel }: Pick<Challenge, 'channel'>,
  { provider }: Pick<Attempt, 'provider'>,
): MessagingProvider | undefined {
  return accounts.list(owner, channel).find(({ id }) => id === provider) ?? accounts.find(provider)
}
