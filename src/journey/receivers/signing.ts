// Signatures by Standard Webhooks: `v1`, an HMAC by a shared secret, and `v1a`, an Ed25519 signature for receivers that
// do not want to keep a secret.
import {
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  timingSafeEqual,
} from 'node:crypto'
import { newId } from '#src/platform/ids.ts'

/** A secret in the form in which it is sealed. `secret` and `privateKey` are base64, the latter in PKCS #8. */
export type Secret = {
  readonly id: string
  readonly createdAt: string
  /** The time after which the secret is not used for signing. */
  readonly expiresAt?: string
  readonly secret: string
  readonly privateKey: string
}

export type ShownSecret = Pick<Secret, 'id' | 'createdAt' | 'expiresAt'> & {
  /** `whpk_` and base64: the public key that verifies `v1a`. */
  readonly publicKey: string
}

const secretBytes = 32
/** The length of the SPKI prefix before an Ed25519 key. */
const spkiPrefixBytes = 12

export type MadeSecret = { readonly secret: Secret; readonly shown: ShownSecret }

export function makeSecret(): MadeSecret {
  const pair = generateKeyPairSync('ed25519')
  const raw = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(spkiPrefixBytes)
  const named = { id: newId(), createdAt: new Date().toISOString() }
  return {
    secret: {
      ...named,
      secret: randomBytes(secretBytes).toString('base64'),
      privateKey: pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    },
    shown: { ...named, publicKey: `whpk_${raw.toString('base64')}` },
  }
}

/** The form in which the receiver gets the secret, once. */
export const showSecret = ({ secret }: Pick<Secret, 'secret'>): string => `whsec_${secret}`

/** A secret that is parsed for signing. */
export type Signer = {
  readonly expiresAt: number
  readonly secret: Buffer
  readonly privateKey: KeyObject
}

export const openSigner = ({ secret, privateKey, expiresAt }: Secret): Signer => ({
  expiresAt: expiresAt === undefined ? Infinity : Date.parse(expiresAt),
  secret: Buffer.from(secret, 'base64'),
  privateKey: createPrivateKey({
    key: Buffer.from(privateKey, 'base64'),
    format: 'der',
    type: 'pkcs8',
  }),
})

export type Message = { readonly id: string; readonly body: string; readonly sentAt: number }

/** The three headers; each valid secret signs with both methods. */
export function signHeaders(
  signers: readonly Signer[],
  { id, body, sentAt }: Message,
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt / 1_000))
  const content = Buffer.from(`${id}.${timestamp}.${body}`)
  const signatures = signers
    .filter(({ expiresAt }) => expiresAt > sentAt)
    .flatMap(({ secret, privateKey }) => [
      `v1,${createHmac('sha256', secret).update(content).digest('base64')}`,
      `v1a,${sign(null, content, privateKey).toString('base64')}`,
    ])
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

/** How far the time of a signature may be from ours, as the libraries of Standard Webhooks allow. */
const toleranceMs = 5 * 60_000

export type SignedMessage = {
  readonly headers: {
    readonly id?: string | undefined
    readonly timestamp?: string | undefined
    readonly signature?: string | undefined
  }
  readonly body: string | Uint8Array
}

/**
 * Whether a message is signed by `v1` with a secret that is not expired; `now` is wall time, epoch ms.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function isSigned(
  signers: readonly Signer[],
  { headers: { id = '', timestamp = '', signature = '' }, body }: SignedMessage,
  now: number,
): boolean {
  const isInTime =
    /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) * 1_000 - now) <= toleranceMs
  if (!isInTime) return false
  const given = signature.split(' ').flatMap((one) => {
    const [, text] = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(one) ?? []
    return text === undefined ? [] : [Buffer.from(text, 'base64')]
  })
  return signers
    .filter(({ expiresAt }) => expiresAt > now)
    .some(({ secret }) => {
      const wanted = createHmac('sha256', secret)
        .update(`${id}.${timestamp}.`)
        .update(body)
        .digest()
      return given.some((one) => timingSafeEqual(one, wanted))
    })
}
