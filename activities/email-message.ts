// The message of a record, made in the activity that sends it: here alone are address, code and link.
import { deriveSecrets, type EmailToken } from '#src/modules/email-token/store.ts'
import type { OutboundEmail } from '#src/modules/email-token/provider.ts'
import { settings } from '#src/modules/email-token/rules.ts'
import { writeTokenMail } from '#src/modules/email-token/templates/mail.ts'
import { type Locked, openDataKey } from '#src/transaction/locked.ts'
import { readFields } from '#src/transaction/store.ts'
import type { ActivityDeps } from './deps.ts'

export async function writeEmail(
  { sealer, email }: Pick<ActivityDeps, 'sealer' | 'email'>,
  locked: Locked,
  token: EmailToken,
  attempt: number,
): Promise<OutboundEmail> {
  const fields = await readFields(sealer, locked)
  const { code, linkToken } = deriveSecrets(sealer, await openDataKey(sealer, locked), token)
  const link = `${email.publicBaseUrl.replace(/\/$/, '')}/t/${linkToken}`
  const { language } = token
  const mail = writeTokenMail({
    language,
    brand: email.brand,
    code,
    link,
    validMinutes: settings.ttlMinutes,
  })
  return {
    ...mail,
    to: fields.email?.trim() ?? '',
    from: email.from,
    returnPath: email.returnPath(token.id),
    messageId: `<${token.id}.${attempt}@${email.bounceDomain}>`,
    language,
    code,
    link,
  }
}
