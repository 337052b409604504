// The types of a challenge, shared by its store, its rules and its routes.
import type { InMs } from '#src/platform/db/rows.ts'
import type { challenges } from './table.ts'

type Row = InMs<typeof challenges.$inferSelect>

/**
 * A record as stored, without sealed columns. Times are epoch ms of the transaction’s clock; null means that the event
 * has not happened.
 */
export type ChallengeState = Omit<
  Row,
  SealedColumn | 'contactHash' | 'documentHash' | 'prefixHash' | 'pageTokenHash' | 'wallCreatedAt'
>
type SealedColumn = 'phone' | 'content'

/** A record as stored; `readContent` and `readContact` open its sealed columns. */
export type Challenge = ChallengeState &
  Pick<Row, 'contactHash' | 'documentHash'> & { readonly sealed: Pick<Row, SealedColumn> }
