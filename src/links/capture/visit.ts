// Finds the link and the device of a request, by the device’s cookie.
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import type { Db } from '#src/platform/db/client.ts'
import { isUuid } from '#src/platform/ids.ts'
import { isWalkable } from '#src/links/lvs/rules.ts'
import { findSession, type LinkSession } from '#src/links/lvs/steps.ts'
import { findLink, type VerificationLink, toEnds } from '#src/links/lvs/store.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { findById, type StoredTransaction, readerNow } from '#src/journey/transaction/store.ts'

export type Visit = {
  readonly secret: string
  readonly session: LinkSession
  readonly link: VerificationLink
  readonly transaction: StoredTransaction
  /** Epoch ms of the transaction’s clock. */
  readonly now: number
}

/** `moved`: another device has opened the link after this one. `over`: the link is no longer valid. */
export type Arrival =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'here' | 'moved' | 'done' | 'over'; readonly visit: Visit }

export async function findVisit(
  db: Db,
  linkId: string,
  secret: string | undefined,
): Promise<Arrival> {
  const session = secret === undefined ? undefined : await findSession(db, secret)
  const link = session?.linkId === linkId ? await findLink(db, linkId) : undefined
  const transaction = link && (await findById(db, link.transactionId))
  if (secret === undefined || !session || !link || !transaction) return { kind: 'nobody' }
  const now = readerNow(transaction).getTime()
  const visit = { secret, session, link, transaction, now }
  if (link.completedAt !== null) return { kind: 'done', visit }
  if (!isWalkable(toEnds(link), now)) return { kind: 'over', visit }
  return { kind: link.sessionId === session.id ? 'here' : 'moved', visit }
}

/** The tenant of a link: its pages may be framed by that tenant’s sites, even without a cookie. */
export async function findTenant(db: Db, linkId: string): Promise<string> {
  const link = isUuid(linkId) ? await findLink(db, linkId) : undefined
  const transaction = link && (await findById(db, link.transactionId))
  return transaction?.tenant ?? ''
}

/** Runs the work under the lock, on the present state of the link; undefined when the link can no longer be walked. */
export async function actOnLink<T>(
  deps: LinkDeps,
  { link, transaction }: Pick<Visit, 'link' | 'transaction'>,
  work: (tx: Db, locked: Locked, link: VerificationLink) => Promise<T>,
): Promise<T | undefined> {
  return commitOn(
    deps,
    transaction.id,
    async (tx, locked) => {
      const current = await findLink(tx, link.id)
      const isThere = current && isWalkable(toEnds(current), locked.now.getTime())
      return isThere ? work(tx, locked, current) : undefined
    },
    { by: 'reply' },
  )
}

/** Like `actOnLink`, but only for the device that opened the link last. */
export const actOnVisit = <T>(
  deps: LinkDeps,
  visit: Visit,
  work: (tx: Db, locked: Locked, link: VerificationLink) => Promise<T>,
): Promise<T | undefined> =>
  actOnLink(deps, visit, async (tx, locked, link) =>
    link.sessionId === visit.session.id ? work(tx, locked, link) : undefined,
  )
