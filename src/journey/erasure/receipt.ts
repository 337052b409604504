// Signs receipts with Ed25519, so that their holders can prove them. Each hash key has its own derived signing key.
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { CompactSign, exportJWK } from 'jose'
import type { Sealer } from '#src/platform/seal/sealer.ts'

type SigningKey = { readonly kid: string; readonly key: KeyObject }

/** The DER prefix of a private key of 32 bytes (RFC 8410, section 7). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

function keysOf(sealer: Pick<Sealer, 'secretsFor'>): SigningKey[] {
  return sealer.secretsFor('erasure-receipt').map(({ version, secret }) => ({
    kid: `receipt-${version}`,
    key: createPrivateKey({ key: Buffer.concat([pkcs8, secret]), format: 'der', type: 'pkcs8' }),
  }))
}

/** Returns a compact JWS whose payload is the receipt in its present state. */
export function signReceipt(sealer: Pick<Sealer, 'secretsFor'>, receipt: object): Promise<string> {
  const [current] = keysOf(sealer)
  if (!current) throw new Error('there is no hash key')
  return new CompactSign(Buffer.from(JSON.stringify(receipt)))
    .setProtectedHeader({ alg: 'EdDSA', kid: current.kid, typ: 'erasure-receipt' })
    .sign(current.key)
}

/** The public keys of all hash keys, the current one first. */
export function publicKeys(sealer: Pick<Sealer, 'secretsFor'>) {
  return Promise.all(
    keysOf(sealer).map(async ({ kid, key }) => {
      const { kty, crv, x } = await exportJWK(createPublicKey(key))
      return { kty: kty ?? '', crv: crv ?? '', x: x ?? '', kid, alg: 'EdDSA', use: 'sig' }
    }),
  )
}
