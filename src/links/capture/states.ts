// The states of the confirmation steps for their pages, masked, and by the transaction’s clock.
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import { readSecondsUntilAgain } from '#src/messaging/requests/cool-down.ts'
import { isReplaceable, standingFailure } from '#src/messaging/challenges/status.ts'
import { purposeOf, readContact } from '#src/messaging/challenges/content.ts'
import { findLatest } from '#src/messaging/challenges/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { maskEmail, maskPhone } from './mask.ts'
import type { EmailState } from './page/email.ts'
import type { PhoneState } from './page/phone.ts'
import type { TextKey } from './texts/texts.ts'
import type { Visit } from './visit.ts'

type Deps = Pick<LinkDeps, 'sealer'>
type Noted = { readonly note?: TextKey }

export async function readEmailState(
  db: Db,
  { sealer, tenants }: Deps & Pick<LinkDeps, 'tenants'>,
  { transaction, now }: Visit,
): Promise<EmailState & Noted> {
  const asked = { ...transaction, now }
  const [fields, latest, againSeconds] = await Promise.all([
    readFields(sealer, transaction),
    findLatest(db, transaction.id, 'email-token'),
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
  const open = { minutes, triesLeft, againSeconds, ...purpose }
  return { address, digits: latest.rules.codeDigits, open }
}

export async function readPhoneState(
  db: Db,
  { sealer, tenants }: Deps & Pick<LinkDeps, 'tenants'>,
  { transaction, now }: Visit,
): Promise<PhoneState & Noted> {
  const both = await Promise.all([
    findLatest(db, transaction.id, 'whatsapp-2fa'),
    findLatest(db, transaction.id, 'sms-2fa'),
  ])
  const [latest] = both
    .filter((one) => one !== undefined)
    .toSorted((a, b) => b.createdAt - a.createdAt)
  if (!latest || latest.repliedAt !== null) return {}
  if (standingFailure(latest)) return { note: 'sendFailed' }
  if (!isReplaceable(latest, now)) return { note: 'phoneExpired' }
  const number = maskPhone(await readContact(sealer, transaction, latest))
  const channel = latest.challengeKind === 'sms-2fa' ? 'sms' : 'whatsapp'
  const asked = { ...transaction, now }
  const [whatsapp, sms] = await Promise.all([
    readSecondsUntilAgain(db, tenants, asked, 'whatsapp-2fa'),
    readSecondsUntilAgain(db, tenants, asked, 'sms-2fa'),
  ])
  const purpose = await purposeOf(sealer, transaction, latest)
  return { open: { channel, number, againSeconds: { whatsapp, sms }, ...purpose } }
}
