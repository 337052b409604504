// Encrypts personal data with the transaction’s own data key. The context of a value (tenant, transaction, table,
// column, row) is the associated data of the AEAD, so that ciphertext cannot be moved elsewhere.
import { type DataKey, decrypt, encrypt, type Keyring, type WrappedKey } from './keys.ts'
import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Sealed } from '#src/platform/db/columns.ts'
import { createKeyCache } from './key-cache.ts'
import { ErasedError, SealError } from './errors.ts'
import type { Db } from '#src/platform/db/client.ts'

export type SealContext = {
  readonly tenant: string
  readonly transaction: string
  readonly table: string
  readonly column: string
  readonly rowId: string
}

export type Sealer = {
  createKey(tenant: string, transaction: string): Promise<{ wrapped: WrappedKey; key: DataKey }>
  /** Throws `ErasedError` when the key was destroyed, `SealError` when it cannot be unwrapped. */
  openKey(tenant: string, transaction: string, wrapped: WrappedKey): Promise<DataKey>
  /** Wraps the key under the current master key; undefined when it already is. */
  rewrap(tenant: string, transaction: string, wrapped: WrappedKey): Promise<WrappedKey | undefined>
  seal(key: DataKey, context: SealContext, value: unknown): Sealed
  unseal<T>(key: DataKey, context: SealContext, sealed: Buffer): T
  /** Seals bytes for objects that are stored outside of the database. */
  sealBytes(key: DataKey, context: SealContext, bytes: Uint8Array): Buffer
  /** Throws `SealError` when a bit has changed, or the bytes were sealed for another context. */
  unsealBytes(key: DataKey, context: SealContext, sealed: Uint8Array): Buffer
  /** A secret derived from the data key and destroyed with it: for codes and links that are not stored. */
  mac(key: DataKey, label: string): Buffer
  /** A keyed hash for look-ups; a hash that is compared across transactions includes tenant and mode in `parts`. */
  hash(...parts: readonly string[]): Buffer
  /** The hashes of a value under every hash key, the current one first, for look-ups after a rotation. */
  hashes(...parts: readonly string[]): Buffer[]
  /** Secrets for one purpose, derived from each hash key (`version` is its number); the current one first. */
  secretsFor(label: string): readonly { readonly version: number; readonly secret: Buffer }[]
  /** The number of an advisory lock on a value, by the oldest hash key, so that all processes compute the same one. */
  lockId(...parts: readonly string[]): string
}

/** `onFailure` is called when a value does not decrypt; an erased key does not count. */
export function createSealer(
  { master, hash }: Keyring,
  onFailure: () => void = () => undefined,
): Sealer {
  const open = (...of: Parameters<typeof decrypt>): Buffer => {
    try {
      return decrypt(...of)
    } catch (error) {
      onFailure()
      throw error
    }
  }
  const keyed = (version: number, parts: readonly string[]) => {
    const secret = hash.keys.get(version)
    if (!secret) throw new SealError(`hash key ${version} is not in the keyring`)
    return createHmac('sha256', secret).update(framed(parts)).digest()
  }
  const others = [...hash.keys.keys()].filter((version) => version !== hash.current)
  const versions = [hash.current, ...others]
  const opened = createKeyCache()
  return {
    async createKey(tenant, transaction) {
      const secret = randomBytes(32)
      const wrapped = await master.wrap(secret, framed(['data-key', tenant, transaction]))
      return { wrapped, key: { secret } }
    },
    async openKey(tenant, transaction, { keyId, wrapped }) {
      if (!wrapped) throw new ErasedError('the data key of this transaction was destroyed')
      return opened.open(`${tenant}\n${transaction}`, { keyId, wrapped }, () =>
        master
          .unwrap(keyId, wrapped, framed(['data-key', tenant, transaction]))
          .catch((error: unknown) => {
            onFailure()
            throw error
          }),
      )
    },
    async rewrap(tenant, transaction, { keyId, wrapped }) {
      if (!wrapped || keyId === master.currentId) return undefined
      const associated = framed(['data-key', tenant, transaction])
      return master.wrap(await master.unwrap(keyId, wrapped, associated), associated)
    },
    seal(key, context, value) {
      // Safe because only this function makes sealed bytes.
      return encrypt(
        key.secret,
        Buffer.from(JSON.stringify(value)),
        encodeContext(context),
      ) as Sealed
    },
    unseal<T>(key: DataKey, context: SealContext, sealed: Buffer): T {
      // Safe because the associated data proves that `seal` wrote this value in this context.
      return JSON.parse(open(key.secret, sealed, encodeContext(context)).toString()) as T
    },
    sealBytes: (key, context, bytes) =>
      encrypt(key.secret, Buffer.from(bytes), encodeContext(context)),
    unsealBytes: (key, context, sealed) =>
      open(key.secret, Buffer.from(sealed), encodeContext(context)),
    mac: (key, label) => Buffer.from(hkdfSync('sha256', key.secret, '', label, 32)),
    hash: (...parts) => keyed(hash.current, parts),
    hashes: (...parts) => versions.map((version) => keyed(version, parts)),
    secretsFor: (label) =>
      versions.map((version) => {
        const secret = hash.keys.get(version)
        if (!secret) throw new SealError(`hash key ${version} is not in the keyring`)
        return { version, secret: Buffer.from(hkdfSync('sha256', secret, '', label, 32)) }
      }),
    lockId: (...parts) => {
      const oldest = Math.min(...hash.keys.keys())
      return keyed(oldest, parts).readBigInt64BE().toString()
    },
  }
}

/** Reused for associated data, which the cipher copies at once. */
const scratch = Buffer.allocUnsafe(4_096)

function encodeContext({ tenant, transaction, table, column, rowId }: SealContext): Buffer {
  const parts = [tenant, transaction, table, column, rowId]
  let at = 0
  for (const part of parts) {
    // A UTF-16 unit takes at most three bytes of UTF-8.
    if (at + 4 + 3 * part.length > scratch.length) return framed(parts)
    const size = scratch.write(part, at + 4)
    at = scratch.writeUInt32BE(size, at) + size
  }
  return scratch.subarray(0, at)
}

/** Each part is preceded by its length, so that different lists of parts give different bytes. */
function framed(parts: readonly string[]): Buffer {
  const lengths = parts.map((part) => Buffer.byteLength(part))
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + 4 + length, 0))
  let at = 0
  for (const [index, part] of parts.entries()) {
    at = bytes.writeUInt32BE(lengths[index] ?? 0, at)
    at += bytes.write(part, at)
  }
  return bytes
}

/** A table that stores wrapped data keys: it knows which master keys it needs, and rewraps its keys. */
export type KeyHolder = {
  /** Whether one of its keys is wrapped by this master key. */
  needs(db: Db, masterId: string): Promise<boolean>
  /** Rewraps the keys under this master key, except rows that others have locked; resolves to their number. */
  rewrap(db: Db, sealer: Sealer, masterId: string): Promise<number>
}
