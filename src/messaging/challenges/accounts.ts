// Selects the vendor accounts that may send a record, and finds the account of an attempt.
import type { Calls } from '#src/journey/calls/calls.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import type { Attempt } from './attempts.ts'
import type { Accounts } from './plan.ts'
import { type Channel, isToken } from '#src/messaging/wire/channel.ts'
import type { Messaging } from './messaging.ts'
import type { InvalidRecipient } from '#src/messaging/phones/suppressions.ts'
import type { MessagingAccount } from './port.ts'
import { type ChallengeRules, rulesOf } from './settings.ts'
import type { Challenge } from './challenge.ts'

type Needed = { readonly messaging: Messaging; readonly calls: Calls }

/** The accounts of the record’s channel that may send it: a question needs one that people can answer to. */
export const accountsFor = (
  { accounts }: Pick<Messaging, 'accounts'>,
  owner: Owner,
  { channel, challengeKind }: Pick<Challenge, 'channel' | 'challengeKind'>,
): readonly MessagingAccount[] =>
  accounts
    .list(owner, channel)
    .filter(({ oneWay }) => !oneWay || channel !== 'sms' || isToken(challengeKind))

export function toAccounts(
  { messaging, calls }: Needed,
  owner: Owner,
  challenge: Pick<Challenge, 'channel' | 'challengeKind'>,
  resting: ReadonlySet<string>,
): Accounts & { readonly rules: ChallengeRules } {
  return {
    resting,
    names: accountsFor(messaging, owner, challenge).map(({ id }) => id),
    openMs: (name) => calls.waitMs(name, owner.tenant),
    isFull: (name) => calls.isFull(name, owner.tenant),
    rules: rulesOf(challenge.challengeKind),
    hasNumbers: challenge.channel !== 'email',
  }
}

/** The meaning of a refused number by this account: its effect, and whether another account could confirm it. */
export const sayOf = (
  { messaging }: { readonly messaging: Pick<Messaging, 'accounts'> },
  owner: Owner,
  channel: Channel,
  by: string,
): InvalidRecipient => ({
  by,
  alone: messaging.accounts.list(owner, channel).every(({ id }) => id === by),
})

/**
 * Also finds an account that the channel no longer lists, because it can still be asked about its messages; undefined
 * when it is no longer configured.
 */
export function findAccount(
  { messaging: { accounts } }: Pick<Needed, 'messaging'>,
  owner: Owner,
  { channel }: Pick<Challenge, 'channel'>,
  { account }: Pick<Attempt, 'account'>,
): MessagingAccount | undefined {
  return accounts.list(owner, channel).find(({ id }) => id === account) ?? accounts.find(account)
}
