// A topic of Amazon SNS: its key and certificate, and messages with its signature.
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { type SnsMessage, toSigned } from '#src/vendors/smtp/reports/sns.ts'

export const topicArn = 'arn:aws:sns:sa-east-1:123456789012:mail-reports'
export const certificateAddress =
  'https://sns.sa-east-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem'

export type Sns = {
  readonly pem: string
  /** A notification with `fields` changed, signed with this key. */
  message(fields?: Partial<SnsMessage>): SnsMessage
}

/** `valid`: the beginning and end of the certificate’s validity. */
export function createSns(
  valid: readonly [string, string] = ['200101000000Z', '491231235959Z'],
): Sns {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const body = sequence(
    integer(1),
    algorithm,
    name,
    sequence(...valid.map((time) => der(0x17, Buffer.from(time)))),
    name,
    spki,
  )
  const signature = sign('RSA-SHA256', body, privateKey)
  const certificate = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.of(0), signature])))
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    pem: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    message(fields = {}) {
      const unsigned: SnsMessage = {
        Type: 'Notification',
        MessageId: randomUUID(),
        TopicArn: topicArn,
        Message: '{}',
        Timestamp: new Date().toISOString(),
        SignatureVersion: '2',
        Signature: '',
        SigningCertURL: certificateAddress,
        ...fields,
      }
      const digest = unsigned.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256'
      const Signature = sign(digest, Buffer.from(toSigned(unsigned)), privateKey).toString('base64')
      return { ...unsigned, Signature: fields.Signature ?? Signature }
    },
  }
}

/** The report that SES publishes about a mail whose return path names a record. */
export const sesReport = (source: string, type: 'Bounce' | 'Complaint', more: object = {}) =>
  JSON.stringify({
    notificationType: type,
    mail: {
      timestamp: '2026-11-22T14:59:38.237Z',
      source,
      sourceArn: 'arn:aws:ses:sa-east-1:123456789012:identity/acme.example',
      messageId: randomUUID(),
      destination: ['jane@example.com'],
      headersTruncated: false,
    },
    ...(type === 'Bounce'
      ? {
          bounce: {
            bounceType: 'Permanent',
            bounceSubType: 'General',
            bouncedRecipients: [
              {
                emailAddress: 'jane@example.com',
                action: 'failed',
                status: '5.1.1',
                diagnosticCode: 'smtp; 550 5.1.1 <jane@example.com>... User unknown',
              },
            ],
            timestamp: '2026-11-22T15:00:00.000Z',
            feedbackId: '0102018f-1-000000',
            reportingMTA: 'dsn; e1.smtp-out.amazonses.com',
            ...more,
          },
        }
      : {
          complaint: {
            complainedRecipients: [{ emailAddress: 'jane@example.com' }],
            complaintFeedbackType: 'abuse',
            timestamp: '2026-11-22T15:00:00.000Z',
            feedbackId: '0102018f-2-000000',
          },
        }),
  })

function der(tag: number, content: Buffer): Buffer {
  const size = content.length
  const length =
    size < 128
      ? Buffer.of(size)
      : size < 256
        ? Buffer.of(0x81, size)
        : Buffer.of(0x82, size >> 8, size & 255)
  return Buffer.concat([Buffer.of(tag), length, content])
}
const sequence = (...parts: readonly Buffer[]) => der(0x30, Buffer.concat(parts))
const integer = (value: number) => der(0x02, Buffer.of(value))
// The algorithm sha256WithRSAEncryption, and a common name.
const algorithm = sequence(
  der(0x06, Buffer.from('2a864886f70d01010b', 'hex')),
  der(0x05, Buffer.alloc(0)),
)
const name = sequence(
  der(
    0x31,
    sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from('sns.amazonaws.com'))),
  ),
)
