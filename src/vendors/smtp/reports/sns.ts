// Verifies the messages of Amazon SNS. Each is signed with a key whose certificate SNS itself serves, so a certificate
// from any other host proves nothing.
import { createVerify, X509Certificate } from 'node:crypto'
import { z } from 'zod'

const text = z.string().max(1024 * 1024)

export const SnsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: text,
  TopicArn: text,
  Subject: text.optional(),
  Message: text,
  Timestamp: text,
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.base64(),
  SigningCertURL: text,
  SubscribeURL: text.optional(),
  Token: text.optional(),
})
export type SnsMessage = z.output<typeof SnsMessage>

/** Undefined for any other body, whatever its content type: SNS declares its JSON as text. */
export function readSns(rawBody: Uint8Array): SnsMessage | undefined {
  try {
    return SnsMessage.safeParse(JSON.parse(Buffer.from(rawBody).toString())).data
  } catch {
    return undefined
  }
}

const host = /^sns\.[a-z0-9-]{2,30}\.amazonaws\.com(\.cn)?$/

/** Accepts only an address of SNS: its host, with TLS on the default port and without credentials. */
export function readSnsUrl(given: string | undefined): URL | undefined {
  const url = URL.parse(given ?? '')
  if (!url || url.protocol !== 'https:' || !host.test(url.hostname)) return undefined
  return url.port === '' && url.username === '' && url.password === '' ? url : undefined
}

/** The URL of a message's certificate; undefined when it is not at SNS. */
export function certificateUrl({ SigningCertURL }: SnsMessage): URL | undefined {
  const url = readSnsUrl(SigningCertURL)
  const isPem = url && /^\/SimpleNotificationService-[\w-]+\.pem$/.test(url.pathname)
  return isPem && url.search === '' ? url : undefined
}

const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
} as const

/** The text that SNS signs: the names and values of the present fields, one per line. */
export function toSigned(message: SnsMessage): string {
  const fields =
    signedFields[message.Type === 'Notification' ? 'Notification' : 'SubscriptionConfirmation']
  return fields
    .filter((name) => message[name] !== undefined)
    .map((name) => `${name}\n${message[name]}\n`)
    .join('')
}

/** Whether the holder of the certificate signed the message; an expired certificate proves nothing. */
export function snsSignatureHolds(message: SnsMessage, pem: string, now = Date.now()): boolean {
  try {
    const certificate = new X509Certificate(pem)
    if (now < Date.parse(certificate.validFrom) || now > Date.parse(certificate.validTo))
      return false
    const verify = createVerify(message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256')
    verify.update(toSigned(message), 'utf8')
    return verify.verify(certificate.publicKey, message.Signature, 'base64')
  } catch {
    return false
  }
}
