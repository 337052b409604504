// Chooses the wording of a record when it is sent: the template that the account’s vendor has approved, if any, in its
// language, with the reserved reply code and the minutes that are left.
import { eq } from 'drizzle-orm'
import { type Language, languageOf, languageTags } from '#src/messaging/messages/text/language.ts'
import { hashPhone } from '#src/messaging/phones/store.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { type InCommit, openDataKey } from '#src/journey/transaction/locked.ts'
import type { ChallengeContent } from '#src/messaging/messages/content.ts'
import { type ChallengeKind, isToken, templateOf } from '#src/messaging/wire/channel.ts'
import type { Messaging } from '#src/messaging/challenges/messaging.ts'
import type { MessagingAccount } from '#src/messaging/challenges/port.ts'
import { type Reserved, reserveCode } from '#src/messaging/conversations/reply-code.ts'
import { readContent, sealContent } from '#src/messaging/challenges/content.ts'
import type { Challenge } from '#src/messaging/challenges/challenge.ts'
import { challenges } from '#src/messaging/challenges/table.ts'

type Written = { readonly language: Language; readonly content: ChallengeContent }

type Asked = {
  readonly challengeKind: ChallengeKind
  readonly language: Language
  readonly replyCode: string | null
  readonly minutes: number
  readonly purpose?: string | undefined
}

/** `account` is the one that will send it; without one the deployment’s wording is used. */
export function writeContent(
  { templates }: Pick<Messaging, 'templates'>,
  tenant: string,
  asked: Asked,
  account?: Pick<MessagingAccount, 'approvedFor'>,
): Written {
  const template = templateOf(asked.challengeKind, asked.purpose !== undefined)
  const approved = account?.approvedFor?.(template, languageTags[asked.language])
  const language = approved ? languageOf(approved.language) : asked.language
  return { language, content: templates.write(tenant, { ...asked, language, approved }) }
}

type Reserving = InCommit<{ readonly sealer: Sealer; readonly messaging: Messaging }>

const none: Reserved = { code: null, isContested: false }

/**
 * Reserves the reply code of a question at these accounts. WhatsApp has buttons, and templates without a place for a
 * code: there only the help message names it.
 */
export async function reserveFor(
  { tx, locked, sealer, messaging }: Reserving,
  {
    challengeKind,
    ...of
  }: Pick<Challenge, 'id' | 'challengeKind'> & {
    readonly current?: string | null
    readonly forMs: number
    readonly e164: string
    readonly accounts: readonly Pick<MessagingAccount, 'id' | 'shared'>[]
    readonly sameAs?: readonly string[]
    readonly hasPurpose: boolean
  },
): Promise<Reserved> {
  if (isToken(challengeKind)) return none
  const { replyCode, replyCodeDigits } = messaging.tenants.of(locked.tenant).messages
  const isAlways = replyCode === 'always' && challengeKind === 'sms-2fa'
  const isShared = of.accounts.some(({ shared }) => shared)
  const accounts = of.accounts.map(({ id }) => id)
  return reserveCode({ tx, sealer, locked }, { accounts, isShared }, of.e164, {
    challengeId: of.id,
    forMs: of.forMs,
    ...(of.current !== undefined && { current: of.current }),
    digits: isAlways ? replyCodeDigits : isShared ? 2 : undefined,
    isShared,
    transactionId: locked.id,
    hasPurpose: of.hasPurpose,
    ...(of.sameAs && { sameAs: of.sameAs }),
  })
}

/**
 * Reserves the code for an attempt; the reservation at the opening is enough for a sender of one tenant and the first
 * number.
 */
async function reserveAgain(
  ctx: Reserving,
  challenge: Challenge,
  account: MessagingAccount,
  e164: string,
): Promise<Reserved> {
  const { id, challengeKind, replyCode: current, expiresAt, contactHash, rules } = challenge
  const { sealer, locked } = ctx
  const kept = { code: current, isContested: false }
  if (isToken(challengeKind)) return kept
  const isFirst = hashPhone(sealer, locked, e164).all.some((hash) => hash.equals(contactHash))
  if (isFirst && !account.shared) return kept
  const forMs = Math.max(0, expiresAt - locked.now.getTime())
  const hasPurpose = rules.hasPurpose === true
  const route = { id, challengeKind, current, forMs, e164, accounts: [account], hasPurpose }
  return reserveFor(ctx, route)
}

/** Adapts a record’s content to the account and number of an attempt, before the message is written. */
export async function updateWording(
  ctx: Reserving,
  challenge: Challenge,
  account: MessagingAccount,
  e164: string,
): Promise<Challenge> {
  const { tx, locked, sealer } = ctx
  const { id, challengeKind, language, replyCode: current } = challenge
  const { code: replyCode, isContested } = await reserveAgain(ctx, challenge, account, e164)
  const minutes = minutesLeft(challenge, locked.now.getTime())
  // A message that was sent with an earlier wording can still be answered by it; the record shows the newest wording.
  if (replyCode === current && !account.approvedFor && minutes === minutesOf(challenge))
    return challenge
  const before = await readContent(sealer, locked, challenge)
  const asked = { challengeKind, language, replyCode, minutes, purpose: before.purpose }
  const written = writeContent(ctx.messaging, locked.tenant, asked, account)
  const isSame = JSON.stringify(before) === JSON.stringify(written.content)
  if (isSame && replyCode === current && written.language === language) return challenge
  const key = await openDataKey(sealer, locked)
  const content = sealContent({ sealer, key }, locked, id, written.content)
  const rules = isContested ? { ...challenge.rules, needsCode: true } : challenge.rules
  const changed = { replyCode, language: written.language, rules }
  await tx
    .update(challenges)
    .set({ ...changed, content })
    .where(eq(challenges.id, id))
  return { ...challenge, ...changed, sealed: { ...challenge.sealed, content } }
}

type Times = { readonly createdAt: number; readonly expiresAt: number }

/** The time for delivery, which the message does not deduct from its minutes. */
const graceMs = 15_000

/** The minutes for which the record was opened. */
const minutesOf = ({ createdAt, expiresAt }: Times): number =>
  Math.round((expiresAt - createdAt) / 60_000)

/** Rounded down to whole minutes, so that none is promised that is not left; the last minute is named until its end. */
export const minutesLeft = ({ expiresAt }: Pick<Times, 'expiresAt'>, now: number): number =>
  Math.max(1, Math.floor((expiresAt - now + graceMs) / 60_000))
