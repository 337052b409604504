// The message of a challenge, made in the activity that sends it: here alone are number, code and link.
import type { Challenge } from '#src/challenges/store.ts'
import { deriveSecrets, readContent } from '#src/challenges/store.ts'
import { linkUrl, writeText } from '#src/messages/content.ts'
import { languageTags } from '#src/messages/language.ts'
import type { OutboundMessage } from '#src/challenges/port.ts'
import { signPayload } from '#src/challenges/replies.ts'
import { settings } from '#src/challenges/settings.ts'
import { openDataKey } from '#src/transaction/locked.ts'
import type { Found } from '#src/transaction/store.ts'
import type { ActivityDeps } from './deps.ts'

/** `now` is of the transaction's clock, epoch ms; `to` is the number of this attempt, E.164. */
export async function writeMessage(
  { sealer, messaging }: Pick<ActivityDeps, 'sealer' | 'messaging'>,
  opener: Pick<Found, 'tenant' | 'id' | 'key'>,
  challenge: Challenge,
  { to, now }: { readonly to: string; readonly now: number },
): Promise<OutboundMessage> {
  const { id, capability, channel, language } = challenge
  const content = await readContent(sealer, opener, challenge)
  const { mac, ...secrets } = deriveSecrets(sealer, await openDataKey(sealer, opener), challenge)
  const { code, linkToken } = secrets
  const link = linkUrl(messaging.publicBaseUrl, linkToken)
  const minutes = String(settings.ttlMinutes)
  const isToken = capability === 'sms-token'
  return {
    channel,
    to,
    text: isToken ? writeText(content.text, { code, link }) : content.text,
    language: languageTags[language],
    ...(content.options.length > 0 && {
      options: content.options.map(({ option, label }) => ({
        option,
        label,
        payload: signPayload(mac, id, option, to),
      })),
    }),
    variables: isToken ? [messaging.brand, code, minutes, link] : [messaging.brand, minutes],
    template: capability,
    validSeconds: Math.max(1, Math.floor((challenge.expiresAt - now) / 1_000)),
    ...(isToken && { code, link }),
  }
}
