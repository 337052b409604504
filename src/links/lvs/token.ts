// Derives the secrets of a link from the transaction’s data key, so that they can be shown again and are destroyed with
// it; only their hashes are stored.
import { createHash } from 'node:crypto'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { DataKey } from '#src/platform/seal/keys.ts'

type Purpose = 'link' | 'handover'

/** 32 bytes in base64url, 43 characters; valid for one purpose only. */
export const deriveToken = (
  sealer: Sealer,
  key: DataKey,
  purpose: Purpose,
  { id, nonce }: { readonly id: string; readonly nonce: string },
): string => sealer.mac(key, `lvs\0v1\0${purpose}\0${id}\0${nonce}`).toString('base64url')

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()
