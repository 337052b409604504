// Lets another browser into a link that is bound already, by a code to the transaction’s contact.
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import type { ChallengeKind } from '#src/messaging/wire/channel.ts'
import { checkCode } from '#src/messaging/tokens/check.ts'
import { requestChallenge } from '#src/messaging/requests/request.ts'
import { isReplaceable } from '#src/messaging/challenges/status.ts'
import { readContact } from '#src/messaging/challenges/content.ts'
import { findLatest } from '#src/messaging/challenges/store.ts'
import { createSendRate } from '#src/messaging/requests/volume/send-rate.ts'
import { type StoredTransaction, readerNow, readFields } from '#src/journey/transaction/store.ts'
import { openOnDevice, type PageFault } from './actions.ts'
import { messageLanguage, type PageLanguage } from '#src/messaging/messages/text/page-language.ts'
import { maskEmail, maskPhone } from './mask.ts'
import { actOnLink, type Visit } from './visit.ts'

export type Coming = {
  /** The masked recipient; undefined when there is none. */
  readonly to: string | undefined
  /** Whether a code was sent that is still valid. */
  readonly isSent: boolean
  /** How many digits the code has. */
  readonly digits: number
}

type Token = Extract<ChallengeKind, 'email-token' | 'sms-token'>

export async function readComing(
  { reads, sealer, tenants }: Pick<LinkDeps, 'reads' | 'sealer' | 'tenants'>,
  transaction: StoredTransaction,
): Promise<Coming> {
  const kind = await tokenOf({ sealer }, transaction)
  const latest = kind && (await findLatest(reads, transaction.id, kind))
  const isSent =
    latest !== undefined &&
    latest.repliedAt === null &&
    isReplaceable(latest, readerNow(transaction).getTime())
  const { email = '' } = await readFields(sealer, transaction)
  const digits = latest?.rules.codeDigits ?? tenants.of(transaction.tenant).messages.codeDigits
  if (kind === 'email-token') return { to: maskEmail(email.trim()), isSent, digits }
  if (kind === undefined) return { to: undefined, isSent: false, digits }
  const to = latest ? maskPhone(await readContact(sealer, transaction, latest)) : 'SMS'
  return { to, isSent, digits }
}

/** E-mail is preferred, because a phone number can be taken over. */
async function tokenOf(
  { sealer }: Pick<LinkDeps, 'sealer'>,
  transaction: StoredTransaction,
): Promise<Token | undefined> {
  const { email, phone, phones } = await readFields(sealer, transaction)
  if (email?.trim()) return 'email-token'
  return (phone ?? phones?.[0]) ? 'sms-token' : undefined
}

/**
 * Returns a function that checks a code: a right one gives the secret of the device’s cookie, a wrong one the error for
 * the page.
 */
export function createComing(deps: LinkDeps) {
  const rate = createSendRate(deps, deps.messaging.sendRate)

  return async (
    { link, transaction }: Pick<Visit, 'link' | 'transaction'>,
    form: URLSearchParams,
    language: PageLanguage,
  ): Promise<{ readonly secret: string } | PageFault> => {
    const kind = await tokenOf(deps, transaction)
    if (kind === undefined) return undefined
    const typed = form.get('code')
    if (typed === null) {
      if (form.get('do') !== 'send') return undefined
      return rate.inHand(transaction, (spend) => send(kind, spend))
    }
    return actOnLink(deps, { link, transaction }, async (tx, locked, current) => {
      const latest = await findLatest(tx, locked.id, kind)
      // A used code is refused, because it is in an old message, and wrong tries at it would not be counted.
      if (!latest || latest.repliedAt !== null) return 'codeExpired'
      const { decision } = await checkCode({ tx, sealer: deps.sealer, locked }, latest, typed)
      if (decision.outcome === 'valid') return { secret: await openOnDevice(tx, locked, current) }
      return decision.outcome === 'mismatch' ? 'codeWrong' : 'codeExpired'
    })

    async function send(challengeKind: Token, spend: () => number): Promise<PageFault> {
      return actOnLink(deps, { link, transaction }, async (tx, locked) => {
        const asked = { challengeKind, language: messageLanguage(language), spend }
        const requested = await requestChallenge({ ...deps, tx, locked }, asked)
        return requested.kind === 'record' ? undefined : 'sendLimit'
      })
    }
  }
}
