// Notes in an answer what a failover has cost: kinds of lists that the source searched less than the account before it
// would have. Pure.
import type { ListKind } from '#src/screening/wire/schema.ts'
import { kindOfService } from './kinds-of-hits.ts'
import type { CheckAccount, CheckAnswer } from '#src/screening/orders/port.ts'

type Covering = Pick<CheckAccount, 'id' | 'covers'>

/**
 * Adds to an answer the kinds of lists that accounts before this one would have searched. `accounts` are those of the
 * service in their order; one that does not declare its lists counts as having only the service’s own kind.
 */
export function withNotSearched(
  answer: CheckAnswer,
  service: string,
  { id, accounts }: { readonly id: string; readonly accounts: readonly Covering[] },
): CheckAnswer {
  if (!('matches' in answer)) return answer
  const usual = kindOfService[service]
  const kindsOf = (one: Covering) => one.covers?.(service) ?? (usual ? [usual] : [])
  const at = accounts.findIndex((one) => one.id === id)
  const own = accounts.slice(at, at + 1).flatMap(kindsOf)
  const before = accounts.slice(0, Math.max(0, at)).flatMap(kindsOf)
  const missing = before.filter((kind) => !own.includes(kind))
  const notSearched = [...new Set([...notSearchedOf(answer), ...missing])]
  return notSearched.length > 0 ? { ...answer, notSearched } : answer
}

export const notSearchedOf = (answer: CheckAnswer | null): readonly ListKind[] =>
  answer && 'notSearched' in answer ? (answer.notSearched ?? []) : []
