// Image URLs that need no credential and expire. They are minted on each read.
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { openDataKey } from '#src/journey/transaction/locked.ts'
import { readerNow, type StoredTransaction } from '#src/journey/transaction/store.ts'
import type { Tenants } from '#src/platform/tenants/settings.ts'
import { mintToken } from './image-token.ts'

export type ImageUrlSettings = {
  readonly sealer: Sealer
  readonly publicBaseUrl: string
  readonly tenants: Tenants
}

export type ImageUrls = {
  /** In the time of the transaction's clock. */
  readonly expiresAt: Date
  readonly urlOf: (imageId: string) => string
}

/** Image URLs of one transaction, which expire together. */
export async function mintImageUrls(
  { sealer, publicBaseUrl, tenants }: ImageUrlSettings,
  transaction: Pick<StoredTransaction, 'id' | 'tenant' | 'key' | 'clockOffsetMs'>,
): Promise<ImageUrls> {
  const key = await openDataKey(sealer, transaction)
  const { linkSeconds } = tenants.of(transaction.tenant).biometrics
  const expiresAt = readerNow(transaction).getTime() + linkSeconds * 1_000
  return {
    expiresAt: new Date(expiresAt),
    urlOf: (imageId) => `${publicBaseUrl}/images/${mintToken(sealer, key, { imageId, expiresAt })}`,
  }
}
