// Hands a link over to another device by a one-time secret, valid for ten minutes. It is in the fragment of a URL, so
// that no log contains it.
import { randomBytes } from 'node:crypto'
import encodeQR from 'qr'
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import { findHandover } from '#src/links/lvs/steps.ts'
import { findLink, type VerificationLink, updateLink } from '#src/links/lvs/store.ts'
import { deriveToken, hashSecret } from '#src/links/lvs/token.ts'
import { openDataKey } from '#src/journey/transaction/locked.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { type Acting, openOnDevice } from './actions.ts'
import { actOnLink, type Visit } from './visit.ts'

const lifeMs = 10 * 60_000

export async function offerHandover({ deps, tx, locked, link }: Acting): Promise<void> {
  const nonce = randomBytes(12).toString('base64url')
  const key = await openDataKey(deps.sealer, locked)
  const secret = deriveToken(deps.sealer, key, 'handover', { id: link.id, nonce })
  await updateLink(tx, link.id, {
    handoverNonce: nonce,
    handoverHash: hashSecret(secret),
    handoverExpiresAt: new Date(locked.now.getTime() + lifeMs),
  })
}

/** `address` is the URL for the next device, `seconds` the time that is left to it. */
export type OpenHandover = { readonly address: string; readonly seconds: number }

/** Undefined when no handover is open. */
export async function readHandover(
  { sealer, publicBaseUrl }: LinkDeps,
  { link, transaction, now }: Visit,
): Promise<OpenHandover | 'expired' | undefined> {
  const { id, handoverNonce: nonce, handoverExpiresAt } = link
  if (nonce === null || handoverExpiresAt === null) return undefined
  if (!isOpen(link, now)) return 'expired'
  const key = await openDataKey(sealer, transaction)
  const secret = deriveToken(sealer, key, 'handover', { id, nonce })
  const seconds = Math.ceil((handoverExpiresAt.getTime() - now) / 1_000)
  return { address: `${publicBaseUrl.replace(/\/$/, '')}/c#k=${secret}`, seconds }
}

/** Black on white, also in dark mode; the caller adds a label. */
export const drawCode = (address: string): string =>
  encodeQR(address, 'svg', { ecc: 'medium', border: 4 })

/** Uses up the secret for this device; resolves to the secret of its cookie, and the link. */
export async function useHandover(
  deps: LinkDeps,
  secret: string,
): Promise<{ readonly secret: string; readonly link: VerificationLink } | undefined> {
  const found = await findHandover(deps.reads, secret)
  const [link, transaction] = found
    ? await Promise.all([findLink(deps.reads, found.id), findById(deps.reads, found.transactionId)])
    : []
  if (!link || !transaction) return undefined
  return actOnLink(deps, { link, transaction }, async (tx, locked, current) => {
    const isSame = current.handoverHash?.equals(hashSecret(secret)) ?? false
    if (!isSame || !isOpen(current, locked.now.getTime())) return undefined
    return { secret: await openOnDevice(tx, locked, current), link: current }
  })
}

const isOpen = ({ handoverExpiresAt }: VerificationLink, now: number): boolean =>
  handoverExpiresAt !== null && now < handoverExpiresAt.getTime()
