// The address of an image for whoever may see it now: minted on each read.
import type { Sealer } from '#src/seal/sealer.ts'
import { openDataKey } from '#src/transaction/locked.ts'
import { readerNow, type Found } from '#src/transaction/store.ts'
import { mintToken } from './links.ts'

export type LinkSettings = {
  readonly sealer: Sealer
  readonly publicBaseUrl: string
  readonly imageLinkSeconds: number
}

export type MintedLinks = {
  /** By the transaction's clock. */
  readonly expiresAt: Date
  readonly urlOf: (imageId: string) => string
}

/** Links that expire together. */
export async function mintLinks(
  { sealer, publicBaseUrl, imageLinkSeconds }: LinkSettings,
  transaction: Pick<Found, 'id' | 'tenant' | 'key' | 'clockOffsetMs'>,
): Promise<MintedLinks> {
  const key = await openDataKey(sealer, transaction)
  const expiresAt = readerNow(transaction).getTime() + imageLinkSeconds * 1_000
  return {
    expiresAt: new Date(expiresAt),
    urlOf: (imageId) => `${publicBaseUrl}/images/${mintToken(sealer, key, { imageId, expiresAt })}`,
  }
}
