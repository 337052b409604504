// The states of the confirmation steps for their pages, masked, and by the transaction’s clock.
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import type { StepState } from '#src/links/lvs/walk.ts'
import { readSecondsUntilAgain } from '#src/messaging/requests/cool-down.ts'
import { isReplaceable, standingFailure } from '#src/messaging/challenges/status.ts'
import { purposeOf, readContact } from '#src/messaging/challenges/content.ts'
import type { Db } from '#src/platform/db/client.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { maskEmail, maskPhone } from './mask.ts'
import type { EmailState } from './page/email.ts'
import type { PhoneState } from './page/phone.ts'
import type { TextKey } from './texts/texts.ts'
import { channelsOf, findAsked } from './messages.ts'
import type { Visit } from './visit.ts'

type Deps = Pick<LinkDeps, 'sealer'>
type Noted = { readonly note?: TextKey }

export async function readEmailState(
  db: Db,
  { sealer, tenants }: Deps & Pick<LinkDeps, 'tenants'>,
  { transaction, now }: Visit,
  step: StepState,
): Promise<EmailState & Noted> {
  const asked = { ...transaction, now }
  const [fields, latest, againSeconds] = await Promise.all([
    readFields(sealer, transaction),
    findAsked(db, transaction.id, step),
    readSecondsUntilAgain(db, tenants, asked, 'email-token'),
  ])
  const address = maskEmail(fields.email?.trim() ?? '')
  const digits = tenants.of(transaction.tenant).messages.codeDigits
  const next = { address, digits }
  if (!latest || latest.repliedAt !== null) return next
  const triesLeft = latest.rules.checksMax - latest.checks
  if (standingFailure(latest)) return { ...next, note: 'sendFailed' }
  if (!isReplaceable(latest, now)) return { ...next, note: 'codeExpired' }
  if (triesLeft <= 0) return { ...next, note: 'codeSpent' }
  const minutes = Math.max(1, Math.round((latest.expiresAt - now) / 60_000))
  const purpose = await purposeOf(sealer, transaction, latest)
  const seconds = secondsUntil(latest.expiresAt, now)
  const open = { minutes, seconds, triesLeft, againSeconds, ...purpose }
  return { address, digits: latest.rules.codeDigits, open }
}

export async function readPhoneState(
  db: Db,
  { sealer, tenants }: Deps & Pick<LinkDeps, 'tenants'>,
  { transaction, now }: Visit,
  step: StepState,
): Promise<PhoneState & Noted> {
  const channels = channelsOf(step)
  const latest = await findAsked(db, transaction.id, step)
  if (!latest || latest.repliedAt !== null) return { channels }
  if (standingFailure(latest)) return { channels, note: 'sendFailed' }
  if (!isReplaceable(latest, now)) return { channels, note: 'phoneExpired' }
  const number = maskPhone(await readContact(sealer, transaction, latest))
  const channel = latest.challengeKind === 'sms-2fa' ? 'sms' : 'whatsapp'
  const asked = { ...transaction, now }
  const [whatsapp, sms] = await Promise.all([
    readSecondsUntilAgain(db, tenants, asked, 'whatsapp-2fa'),
    readSecondsUntilAgain(db, tenants, asked, 'sms-2fa'),
  ])
  const purpose = await purposeOf(sealer, transaction, latest)
  const seconds = secondsUntil(latest.expiresAt, now)
  return {
    channels,
    open: { channel, number, seconds, againSeconds: { whatsapp, sms }, ...purpose },
  }
}

/** Rounded up, so that a page that is reloaded then finds the link or code expired. */
const secondsUntil = (expiresAt: number, now: number): number =>
  Math.max(1, Math.ceil((expiresAt - now) / 1_000))
