// Whether a record is denied: somebody said no to it, and no review has overruled that since. Pure, and the same as a
// condition of SQL.
import { and, gt, isNotNull, isNull, or } from 'drizzle-orm'
import type { ChallengeState } from './challenge.ts'
import { challenges } from './table.ts'

export const isDenied = ({
  deniedAt,
  denialLiftedAt,
}: Pick<ChallengeState, 'deniedAt' | 'denialLiftedAt'>): boolean =>
  deniedAt !== null && (denialLiftedAt === null || deniedAt > denialLiftedAt)

const { deniedAt, denialLiftedAt } = challenges

export const whereDenied = and(
  isNotNull(deniedAt),
  or(isNull(denialLiftedAt), gt(deniedAt, denialLiftedAt)),
)
