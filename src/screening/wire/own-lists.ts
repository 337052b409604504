// The account that nobody has to configure, and whom a request asks published lists about. Pure.
import { type CheckRequest, type ForeignNumber, foreignOf } from './request.ts'
import type { ListMatch } from './schema.ts'

export const ownListsAccount = 'own-lists'

/** Two letters at least: of nothing else is anybody found. */
const isName = /[\p{L}\p{N}].*[\p{L}\p{N}]/su

/** Undefined: there is neither a name nor a number to look for, or no list has the service. */
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

/** Most entries have no number: whom a number alone does not find may be there by name. */
export const saysWhether = ({ names }: Sought, { matches }: Screened): boolean =>
  names.length > 0 || matches.some(({ match }) => match)

export type Screened = {
  readonly matches: ListMatch[]
  /** Names of lists. */
  readonly searched: string[]
  /** The version of the newest of them. */
  readonly version: string
  /** When the oldest of them was last found to be the publisher's. */
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
