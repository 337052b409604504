// Seals and opens the content and recipient of a record.
import type { Sealed } from '#src/platform/db/columns.ts'
import type { SealContext, Sealer } from '#src/platform/seal/sealer.ts'
import type { DataKey } from '#src/platform/seal/keys.ts'
import { openDataKey } from '#src/journey/transaction/locked.ts'
import type { StoredTransaction } from '#src/journey/transaction/store.ts'
import type { ChallengeContent } from '#src/messaging/messages/content.ts'
import type { Challenge } from './challenge.ts'

/** The transaction whose data key opens the sealed columns, found or locked. */
type Opener = Pick<StoredTransaction, 'tenant' | 'id' | 'key'>

/** Text and labels, with unfilled placeholders for code and link. Throws `ErasedError` once the person was erased. */
export function readContent(
  sealer: Sealer,
  opener: Opener,
  challenge: Challenge,
): Promise<ChallengeContent> {
  return unseal(sealer, opener, challenge, 'content')
}

/** The purpose that a record shows; the content is opened only where there is one. */
export async function purposeOf(
  sealer: Sealer,
  opener: Opener,
  challenge: Challenge,
): Promise<Pick<ChallengeContent, 'purpose'>> {
  if (!challenge.rules.hasPurpose) return {}
  const { purpose } = await readContent(sealer, opener, challenge)
  return purpose === undefined ? {} : { purpose }
}

/** Opens the contents of several records of one transaction, in their order. */
export async function readContents(
  sealer: Sealer,
  opener: Opener,
  records: readonly Challenge[],
): Promise<{ challenge: Challenge; content: ChallengeContent }[]> {
  if (records.length === 0) return []
  const key = await openDataKey(sealer, opener)
  return records.map((challenge) => {
    const { id, sealed } = challenge
    const content = sealer.unseal<ChallengeContent>(
      key,
      contextOf('content', opener, id),
      sealed.content,
    )
    return { challenge, content }
  })
}

/** The first recipient of the record: a phone number in E.164, or an e-mail address. */
export function readContact(sealer: Sealer, opener: Opener, challenge: Challenge): Promise<string> {
  return unseal(sealer, opener, challenge, 'phone')
}

export type SealedColumn = 'phone' | 'content'

async function unseal<T>(
  sealer: Sealer,
  opener: Opener,
  { id, sealed }: Challenge,
  column: SealedColumn,
): Promise<T> {
  const key = await openDataKey(sealer, opener)
  return sealer.unseal<T>(key, contextOf(column, opener, id), sealed[column])
}

/** Seals the content of a record for its column. */
export const sealContent = (
  { sealer, key }: { readonly sealer: Sealer; readonly key: DataKey },
  opener: Pick<Opener, 'tenant' | 'id'>,
  rowId: string,
  content: ChallengeContent,
): Sealed => sealer.seal(key, contextOf('content', opener, rowId), content)

/** The associated data with which a sealed column of a record is encrypted. */
export const contextOf = (
  column: SealedColumn,
  { tenant, id }: Pick<Opener, 'tenant' | 'id'>,
  rowId: string,
): SealContext => ({ tenant, transaction: id, table: 'challenge', column, rowId })
