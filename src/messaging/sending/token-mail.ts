// Builds the mail of a token: the layout with the tenant’s words, colour and logo.
import { logoCid, writeTokenMail } from '#src/messaging/messages/templates/mail.ts'
import type { Challenge } from '#src/messaging/challenges/challenge.ts'
import type { Messaging } from '#src/messaging/challenges/messaging.ts'
import type { Mail, MailPicture } from '#src/messaging/challenges/port.ts'

type Filled = {
  readonly tenant: string
  readonly attempt: number
  readonly validMinutes: number
  readonly brand: string
  readonly code: string
  readonly link: string
  readonly purpose: string | undefined
}

export function writeMail(
  { mail: { from, bounceDomain, returnPath }, templates, tenants }: Messaging,
  { id, language }: Pick<Challenge, 'id' | 'language'>,
  { tenant, attempt, ...filled }: Filled,
): Mail {
  const { colour, logo: given } = tenants.of(tenant).link
  const logo = readLogo(given)
  const words = templates.mailWords(tenant, language)
  const { subject, html } = writeTokenMail({
    language,
    ...filled,
    words,
    colour,
    hasLogo: logo !== undefined,
  })
  return {
    subject,
    html,
    from,
    ...(logo && { logo }),
    returnPath: returnPath(id),
    messageId: `<${id}.${attempt}@${bounceDomain}>`,
  }
}

/** PNG and JPEG only, which every mail program shows; other formats of the page’s logo are left out. */
export function readLogo(dataUrl: string | undefined): MailPicture | undefined {
  const [, mediaType, base64] =
    /^data:(image\/(?:png|jpeg));base64,([A-Za-z0-9+/=]+)$/.exec(dataUrl ?? '') ?? []
  return mediaType === undefined || base64 === undefined
    ? undefined
    : { mediaType, base64, cid: logoCid }
}
