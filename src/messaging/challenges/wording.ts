// Chooses the wording of a record as it is sent: the template that the account's vendor has approved where there is
// one, in the language of that template, with the reply code that was reserved.
import { eq } from 'drizzle-orm'
import { type Language, languageOf, languageTags } from '#src/messaging/messages/text/language.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { type InCommit, openDataKey } from '#src/journey/transaction/locked.ts'
import type { ChallengeKind, ChallengeContent } from './challenge.ts'
import type { Messaging } from './messaging.ts'
import type { MessagingAccount } from './port.ts'
import { reserveCode } from './replies/reply-code.ts'
import { minutesOf } from './sending/message.ts'
import { type Challenge, readContent, sealContent } from './store.ts'
import { challenges } from './table.ts'

type Written = { readonly language: Language; readonly content: ChallengeContent }

type Asked = {
  readonly challengeKind: ChallengeKind
  readonly language: Language
  readonly replyCode: string | null
  readonly minutes: number
}

/** `account`: the one that will carry it; without one the deployment's wording counts. */
export function writeContent(
  { templates }: Pick<Messaging, 'templates'>,
  tenant: string,
  asked: Asked,
  account?: Pick<MessagingAccount, 'approvedFor'>,
): Written {
  const approved = account?.approvedFor?.(asked.challengeKind, languageTags[asked.language])
  const language = approved ? languageOf(approved.language) : asked.language
  return { language, content: templates.write(tenant, { ...asked, language, approved }) }
}

/** The reply code of a question by SMS at these accounts; others have none. */
export function reserveFor(
  {
    tx,
    locked,
    sealer,
    messaging,
  }: InCommit<{ readonly sealer: Sealer; readonly messaging: Messaging }>,
  {
    challengeKind,
    ...of
  }: Pick<Challenge, 'id' | 'challengeKind'> & {
    readonly current?: string | null
    readonly forMs: number
    readonly e164: string
    readonly accounts: readonly Pick<MessagingAccount, 'id' | 'shared'>[]
  },
): Promise<string | null> {
  const { replyCode, replyCodeDigits } = messaging.tenants.of(locked.tenant).messages
  const isAlways = replyCode === 'always'
  if (challengeKind !== 'sms-2fa') return Promise.resolve(null)
  const accounts = of.accounts.filter(({ shared }) => shared || isAlways).map(({ id }) => id)
  return reserveCode({ tx, sealer, locked }, accounts, of.e164, {
    challengeId: of.id,
    forMs: of.forMs,
    ...(of.current !== undefined && { current: of.current }),
    digits: isAlways ? replyCodeDigits : undefined,
  })
}

/** Brings a record to the account and number that an attempt of it goes to, before its message is written. */
export async function updateWording(
  ctx: InCommit<{ readonly sealer: Sealer; readonly messaging: Messaging }>,
  challenge: Challenge,
  account: MessagingAccount,
  e164: string,
): Promise<Challenge> {
  const { tx, locked } = ctx
  const { id, challengeKind, channel, language, replyCode: current, expiresAt } = challenge
  if (channel === 'email') return challenge
  const forMs = Math.max(0, expiresAt - locked.now.getTime())
  const replyCode = await reserveFor(ctx, {
    id,
    challengeKind,
    current,
    forMs,
    e164,
    accounts: [account],
  })
  // A message that has left under another wording stays answerable by it; what is shown is the newest.
  if (replyCode === current && !account.approvedFor) return challenge
  const asked = { challengeKind, language, replyCode, minutes: minutesOf(challenge) }
  const written = writeContent(ctx.messaging, locked.tenant, asked, account)
  const before = await readContent(ctx.sealer, locked, challenge)
  const isSame = JSON.stringify(before) === JSON.stringify(written.content)
  if (isSame && replyCode === current && written.language === language) return challenge
  const key = await openDataKey(ctx.sealer, locked)
  const content = sealContent({ sealer: ctx.sealer, key }, locked, id, written.content)
  const changed = { replyCode, language: written.language }
  await tx
    .update(challenges)
    .set({ ...changed, content })
    .where(eq(challenges.id, id))
  return { ...challenge, ...changed, sealed: { ...challenge.sealed, content } }
}
