// Makes a deny entry. Two people are needed to make it reject, and two to make it less strict; until the second agrees
// it acts as `review`, or as before.
import type { Db } from '#src/platform/db/client.ts'
import type { Principal } from '#src/platform/http/route.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { isSecond } from '#src/platform/two-people/ask.ts'
import { type Entry, type EntryInput, type Listed, lockEntry, putEntry } from './store.ts'

type Asked = Omit<EntryInput, 'action' | 'awaitsSecond'> & {
  readonly action: 'reject' | 'review'
  /** The expiry exactly as sent, because the second person must send the same text. */
  readonly expires: string | undefined
}

type Asking = {
  readonly tx: Db
  readonly sealer: Sealer
  readonly principal: Principal
  readonly requestId: string
}

export async function denyValue(
  { tx, sealer, principal, requestId }: Asking,
  listed: Listed,
  { action, expires, ...said }: Asked,
): Promise<Entry> {
  const at = { owner: principal, list: 'deny', listed } as const
  const known = await lockEntry(tx, sealer, at)
  const isRejecting = known?.action === 'reject'
  // An entry about a victim never rejects, whatever was requested.
  const wanted = said.role === 'victim' ? 'review' : action
  if (wanted === 'review' && !isRejecting)
    return putEntry(tx, sealer, at, { ...said, action: wanted, awaitsSecond: null })
  if (known && wanted === 'reject' && isSame(known, said, expires)) return known
  const awaited = { action: 'review', awaitsSecond: new Date() } as const
  const entry = isRejecting ? known : await putEntry(tx, sealer, at, { ...said, ...awaited })
  const { role, evidence, reference } = said
  const isAgreed = await isSecond(tx, sealer, {
    principal,
    requestId,
    action: 'list.denied',
    object: entry.id,
    content: {
      role,
      evidence,
      reference,
      expires: expires ?? null,
      ...(isRejecting && { wanted }),
    },
  })
  if (isAgreed) return putEntry(tx, sealer, at, { ...said, action: wanted, awaitsSecond: null })
  // A decision of two people can only be changed by two people.
  return isRejecting ? { ...known, awaitsSecond: awaited.awaitsSecond } : entry
}

/** Whether two people have agreed on the same entry already. */
const isSame = (known: Entry, said: Omit<Asked, 'action' | 'expires'>, expires?: string): boolean =>
  known.action === 'reject' &&
  known.role === said.role &&
  known.evidence === said.evidence &&
  known.reference === said.reference &&
  (expires === undefined || known.expiresAt.getTime() === said.expiresAt.getTime())
