// The account that searches the loaded published lists; it needs no configuration. Pure.
import { type CheckRequest, type ForeignNumber, foreignOf } from './request.ts'
import type { ListMatch } from './schema.ts'

export const ownListsAccount = 'own-lists'

/** At least two letters or digits, because a shorter name finds nobody. */
const isName = /[\p{L}\p{N}].*[\p{L}\p{N}]/su

/** Undefined when the request has neither a name nor a number, or when no list belongs to the service. */
export function toSought(request: CheckRequest): Sought | undefined {
  const { service } = request
  if (service !== 'Sanctions' && service !== 'Pep') return undefined
  if (request.port !== 'person-check' && request.port !== 'company-check') return undefined
  const { name, document } = request.subject
  const also = request.port === 'company-check' ? request.subject.tradeName : undefined
  const names = [name, also].flatMap((one) => (one && isName.test(one) ? [one] : []))
  const foreign = request.port === 'person-check' ? foreignOf(request.subject) : undefined
  if (names.length === 0 && !document && !foreign) return undefined
  return {
    of: request.port === 'company-check' ? 'company' : 'person',
    service,
    names,
    document: document === '' ? undefined : document,
    ...(foreign && { foreign }),
    birthdate: request.port === 'person-check' ? request.subject.birthdate : undefined,
  }
}

/**
 * Whether the search can say that somebody is not listed. Most entries have no number, so a search by number alone
 * cannot.
 */
export const saysWhether = ({ names }: Sought, { matches }: Screened): boolean =>
  names.length > 0 || matches.some(({ match }) => match)

export type Screened = {
  readonly matches: ListMatch[]
  /** The names of the searched lists. */
  readonly searched: string[]
  /** The version of the newest searched list. */
  readonly version: string
  /** When the least recently confirmed of these lists was last found to be the publisher's. */
  readonly updatedAt: string
}

export type Sought = {
  readonly of: 'person' | 'company'
  readonly service: 'Sanctions' | 'Pep'
  readonly names: readonly string[]
  readonly document: string | undefined
  /** The document of somebody without a CPF. */
  readonly foreign?: ForeignNumber
  readonly birthdate: string | undefined
}
