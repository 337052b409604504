// The address of an image for whoever may see it now: minted on each read.
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { openDataKey } from '#src/journey/transaction/locked.ts'
import { readerNow, type Found } from '#src/journey/transaction/store.ts'
import type { Tenants } from '#src/platform/tenants/settings.ts'
import { mintToken } from './links.ts'

export type LinkSettings = {
  readonly sealer: Sealer
  readonly publicBaseUrl: string
  readonly tenants: Tenants
}

export type MintedLinks = {
  /** By the transaction's clock. */
  readonly expiresAt: Date
  readonly urlOf: (imageId: string) => string
}

/** Links that expire together. */
export async function mintLinks(
  { sealer, publicBaseUrl, tenants }: LinkSettings,
  transaction: Pick<Found, 'id' | 'tenant' | 'key' | 'clockOffsetMs'>,
): Promise<MintedLinks> {
  const key = await openDataKey(sealer, transaction)
  const { linkSeconds } = tenants.of(transaction.tenant).biometrics
  const expiresAt = readerNow(transaction).getTime() + linkSeconds * 1_000
  return {
    expiresAt: new Date(expiresAt),
    urlOf: (imageId) => `${publicBaseUrl}/images/${mintToken(sealer, key, { imageId, expiresAt })}`,
  }
}
