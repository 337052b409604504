// Lists every message of a tenant in each language, as each of its accounts would send it.
import type { Owner } from '#src/journey/transaction/locked.ts'
import { type ChallengeKind, channelOf, isToken } from '#src/messaging/wire/channel.ts'
import type { Messaging } from '#src/messaging/challenges/messaging.ts'
import type { MessagingAccount } from '#src/messaging/challenges/port.ts'
import { accountsFor } from '#src/messaging/challenges/accounts.ts'
import { ttlMinutes } from '#src/messaging/challenges/settings.ts'
import { writeContent } from '#src/messaging/requests/wording.ts'
import { tokenPageUrl, writeText } from '#src/messaging/messages/content.ts'
import { writeAcknowledgement, writeHelp } from '#src/messaging/messages/help.ts'
import { mailDocument, writeTokenMail } from '#src/messaging/messages/templates/mail.ts'
import { readLogo } from '#src/messaging/sending/token-mail.ts'
import { measureSms } from '#src/messaging/messages/text/gsm.ts'
import { type Language, languageTags } from '#src/messaging/messages/text/language.ts'
import type { MessageWording } from './schema.ts'

// Safe because the record of channels has exactly these keys.
const kinds = Object.keys(channelOf) as ChallengeKind[]
const languages = Object.keys(languageTags) as Language[]

export function listWordings(messaging: Messaging, owner: Owner): MessageWording[] {
  return kinds.flatMap((challengeKind) => {
    const channel = channelOf[challengeKind]
    const accounts = accountsFor(messaging, owner, { channel, challengeKind })
    const senders: readonly (MessagingAccount | undefined)[] =
      accounts.length > 0 ? accounts : [undefined]
    return languages.flatMap((language) =>
      senders.flatMap((account) => {
        const written = write(messaging, owner.tenant, { challengeKind, language }, account)
        return isToken(challengeKind)
          ? [written]
          : [written, ...writeAnswers(messaging, owner.tenant, written, { language, account })]
      }),
    )
  })
}

type Asked = { readonly challengeKind: ChallengeKind; readonly language: Language }

function write(
  messaging: Messaging,
  tenant: string,
  { challengeKind, language }: Asked,
  account: MessagingAccount | undefined,
): MessageWording {
  const channel = channelOf[challengeKind]
  const { messages, brand, link: look } = messaging.tenants.of(tenant)
  const minutes = ttlMinutes(challengeKind, messages)
  const asked = { challengeKind, language, replyCode: null, minutes }
  const { content, language: own } = writeContent(messaging, tenant, asked, account)
  const code = sampleCode(messages.codeDigits)
  const link = tokenPageUrl(messaging.publicBaseUrl, 'x'.repeat(channel === 'sms' ? 22 : 43))
  const mail = { language, brand, code, link, validMinutes: minutes, colour: look.colour }
  const words = messaging.templates.mailWords(tenant, language)
  const { subject, html } =
    channel === 'email'
      ? writeTokenMail({ ...mail, words })
      : { subject: undefined, html: undefined }
  return {
    message: challengeKind,
    ...toCounted(channel, writeText(content.text, { code, link }), account),
    language: languageTags[own],
    ...(subject !== undefined && { subject, html }),
    ...(content.options.length > 0 && { options: [...content.options] }),
  }
}

/** The mail of a token as its reader’s program shows it, with sample values. */
export function writeSampleMail(messaging: Messaging, owner: Owner, language: Language): string {
  const { messages, brand, link: look } = messaging.tenants.of(owner.tenant)
  const { html } = writeTokenMail({
    language,
    brand,
    code: sampleCode(messages.codeDigits),
    link: tokenPageUrl(messaging.publicBaseUrl, 'x'.repeat(43)),
    validMinutes: ttlMinutes('email-token', messages),
    words: messaging.templates.mailWords(owner.tenant, language),
    colour: look.colour,
    hasLogo: readLogo(look.logo) !== undefined,
  })
  return mailDocument(html, look.logo)
}

const sampleCode = (digits: number): string => '123456789012'.slice(0, digits)

/** The help message and the acknowledgement of a no. */
function writeAnswers(
  { tenants }: Messaging,
  tenant: string,
  { channel: given, options = [] }: MessageWording,
  {
    language,
    account,
  }: { readonly language: Language; readonly account: MessagingAccount | undefined },
): MessageWording[] {
  const channel = given === 'sms' ? 'sms' : 'whatsapp'
  const { brand } = tenants.of(tenant)
  const about = { channel, language, brand } as const
  const texts = {
    help: writeHelp({ ...about, replyCode: null, options }),
    acknowledgement: writeAcknowledgement(about),
  }
  return (['help', 'acknowledgement'] as const).map((message) => ({
    message,
    ...toCounted(channel, texts[message], account),
    language: languageTags[language],
  }))
}

/** The number of parts of an SMS, by which it is billed. */
function toCounted(
  channel: MessageWording['channel'],
  text: string,
  account: MessagingAccount | undefined,
): Pick<MessageWording, 'channel' | 'text' | 'account' | 'sms' | 'priceMicros'> {
  const sms = channel === 'sms' ? measureSms(text) : undefined
  const price = account?.priceMicros?.[channel]
  return {
    channel,
    text,
    ...(account && { account: account.id }),
    ...(sms && { sms }),
    ...(price !== undefined && { priceMicros: price * (sms?.segments ?? 1) }),
  }
}
