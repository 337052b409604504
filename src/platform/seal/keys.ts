// The encryption keys. The master key wraps one data key per transaction; the hash key makes look-up hashes. Both are
// versioned for rotation: old ones stay until no data need them.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { SealError } from './errors.ts'
import { z } from 'zod'

const key = z.base64().refine((text) => Buffer.from(text, 'base64').length === 32, {
  message: 'a key is 32 bytes in base64',
})
const keyId = z.string().regex(/^[A-Za-z0-9._-]{1,32}$/)

export const KeyringFile = z
  .object({
    master: z.object({ current: keyId, keys: z.record(keyId, key) }),
    hash: z.object({ current: z.int().positive(), keys: z.record(z.string().regex(/^\d+$/), key) }),
  })
  .refine(({ master }) => master.current in master.keys, { message: 'master.current names no key' })
  .refine(({ hash }) => String(hash.current) in hash.keys, { message: 'hash.current names no key' })
export type KeyringFile = z.output<typeof KeyringFile>

/** Wraps and unwraps data keys. This file does it with a local keyring; a KMS could implement the same type. */
export type MasterKeys = {
  readonly currentId: string
  wrap(dataKey: Buffer, associated: Buffer): Promise<{ keyId: string; wrapped: Buffer }>
  /** Rejects with `SealError` when the key is unknown or the bytes were not wrapped with it. */
  unwrap(keyId: string, wrapped: Buffer, associated: Buffer): Promise<Buffer>
}

export type HashKeys = { readonly current: number; readonly keys: ReadonlyMap<number, Buffer> }

export type Keyring = {
  readonly master: MasterKeys
  readonly hash: HashKeys
  readonly masterIds: string[]
}

export function createKeyring(): KeyringFile {
  return {
    master: { current: 'k1', keys: { k1: createSecret() } },
    hash: { current: 1, keys: { 1: createSecret() } },
  }
}

export const createSecret = (): string => randomBytes(32).toString('base64')

type KeyringSource = { readonly file?: string | undefined; readonly json?: string | undefined }

/** Opens the keyring of a file or of an environment variable with JSON. */
export const readKeyring = (source: KeyringSource): Keyring => openKeyring(parseKeyring(source))

/** The error never shows the content. */
export function parseKeyring({ file, json }: KeyringSource): KeyringFile {
  const where = file === undefined ? 'KEYRING' : 'KEYRING_FILE'
  let content: unknown
  try {
    content = JSON.parse(file === undefined ? (json ?? '') : readFileSync(file, 'utf8'))
  } catch {
    throw new SealError(`${where} cannot be read, or is not JSON`)
  }
  const parsed = KeyringFile.safeParse(content)
  if (!parsed.success)
    throw new SealError(`${where} is not a keyring: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

export function openKeyring({ master, hash }: KeyringFile): Keyring {
  const masters = new Map(
    Object.entries(master.keys).map(([id, text]) => [id, Buffer.from(text, 'base64')]),
  )
  const hashes = Object.entries(hash.keys).map(
    ([id, text]) => [Number(id), Buffer.from(text, 'base64')] as const,
  )
  return {
    master: localMasterKeys(master.current, masters),
    hash: { current: hash.current, keys: new Map(hashes) },
    masterIds: [...masters.keys()],
  }
}

function localMasterKeys(currentId: string, keys: ReadonlyMap<string, Buffer>): MasterKeys {
  function find(id: string): Buffer {
    const found = keys.get(id)
    if (!found) throw new SealError(`master key ${id} is not in the keyring`)
    return found
  }
  return {
    currentId,
    async wrap(dataKey, associated) {
      return { keyId: currentId, wrapped: encrypt(find(currentId), dataKey, associated) }
    },
    async unwrap(id, wrapped, associated) {
      return decrypt(find(id), wrapped, associated)
    },
  }
}

const version = Buffer.from([1])

/** AES-256-GCM; the stored form is `0x01 | nonce (12) | ciphertext | tag (16)`. */
export function encrypt(secret: Buffer, plain: Buffer, associated: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', secret, nonce)
  cipher.setAAD(associated)
  return Buffer.concat([version, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

export function decrypt(secret: Buffer, sealed: Buffer, associated: Buffer): Buffer {
  if (sealed[0] !== 1 || sealed.length < 29)
    throw new SealError('not a sealed value of a known version')
  const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(1, 13))
  decipher.setAAD(associated)
  decipher.setAuthTag(sealed.subarray(-16))
  try {
    const plain = decipher.update(sealed.subarray(13, -16))
    // With GCM `final` returns no bytes and only verifies the tag.
    decipher.final()
    return plain
  } catch {
    throw new SealError('a sealed value does not open: wrong key, or moved to another context')
  }
}

/** A data key as stored in its row. `wrapped` is null once the person was erased. */
export type WrappedKey = { readonly keyId: string; readonly wrapped: Buffer | null }

/** An unwrapped data key. Only stores hold one, while they seal and unseal. */
export type DataKey = { readonly secret: Buffer }
