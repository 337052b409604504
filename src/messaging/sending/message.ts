// Builds the message of an attempt in the task that sends it, the only place with address, code and link in plain text.
import { tokenPageUrl, writeText } from '#src/messaging/messages/content.ts'
import { languageTags } from '#src/messaging/messages/text/language.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { openDataKey } from '#src/journey/transaction/locked.ts'
import type { StoredTransaction } from '#src/journey/transaction/store.ts'
import { isToken, templateOf } from '#src/messaging/wire/channel.ts'
import { minutesLeft } from '#src/messaging/requests/wording.ts'
import type { Messaging } from '#src/messaging/challenges/messaging.ts'
import type { OutboundMessage } from '#src/messaging/challenges/port.ts'
import { signPayload } from '#src/messaging/conversations/replies.ts'
import { readContent } from '#src/messaging/challenges/content.ts'
import { deriveSecrets } from '#src/messaging/challenges/store.ts'
import type { Challenge } from '#src/messaging/challenges/challenge.ts'
import { writeMail } from './token-mail.ts'

type Given = {
  /** The recipient of this attempt. */
  readonly to: string
  readonly attempt: number
  /** Epoch ms of the transaction’s clock. */
  readonly now: number
  /** True for WhatsApp without a template. */
  readonly isFree?: boolean
}

export async function writeMessage(
  { sealer, messaging }: { readonly sealer: Sealer; readonly messaging: Messaging },
  opener: Pick<StoredTransaction, 'tenant' | 'id' | 'key'>,
  challenge: Challenge,
  { to, attempt, now, isFree = false }: Given,
): Promise<OutboundMessage> {
  const { id, challengeKind, channel, language, replyCode } = challenge
  const content = await readContent(sealer, opener, challenge)
  const { mac, ...secrets } = deriveSecrets(sealer, await openDataKey(sealer, opener), challenge)
  const { code, pageToken } = secrets
  const link = tokenPageUrl(messaging.publicBaseUrl, pageToken)
  const { brand } = messaging.tenants.of(opener.tenant)
  const validMinutes = minutesLeft(challenge, now)
  const minutes = String(validMinutes)
  const { purpose } = content
  const hasCode = isToken(challengeKind)
  return {
    channel,
    to,
    text: hasCode ? writeText(content.text, { code, link }) : content.text,
    language: languageTags[language],
    ...(content.options.length > 0 && {
      options: content.options.map(({ option, label }) => ({
        option,
        label,
        payload: signPayload(mac, id, option, to),
        ...(channel === 'sms' && replyCode !== null && { typed: `${replyCode} ${option}` }),
      })),
    }),
    variables: [
      ...(hasCode ? [brand, code, minutes, link] : [brand, minutes]),
      ...(purpose === undefined ? [] : [purpose]),
    ],
    template: templateOf(challengeKind, purpose !== undefined),
    ...(isFree && { isFree }),
    validSeconds: Math.max(1, Math.floor((challenge.expiresAt - now) / 1_000)),
    ...(hasCode && { code, link }),
    ...(channel === 'email' && {
      mail: writeMail(messaging, challenge, {
        tenant: opener.tenant,
        attempt,
        validMinutes,
        brand,
        code,
        link,
        purpose,
      }),
    }),
  }
}
