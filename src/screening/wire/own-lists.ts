// The account that nobody has to configure, and whom a request asks published lists about. Pure.
import type { CheckRequest } from '#src/screening/orders/port.ts'
import type { Sought } from '#src/screening/lists/screen.ts'

export const ownListsAccount = 'own-lists'

/** Undefined: there is neither a name nor a number to look for, or no list has the service. */
export function toSought(request: CheckRequest): Sought | undefined {
  const { service } = request
  if (service !== 'Sanctions' && service !== 'Pep') return undefined
  if (request.port !== 'person-check' && request.port !== 'company-check') return undefined
  const { name, document } = request.subject
  const also = request.port === 'company-check' ? request.subject.tradeName : undefined
  const names = [name, also].flatMap((one) => (one?.trim() ? [one] : []))
  if (names.length === 0 && !document) return undefined
  return {
    of: request.port === 'company-check' ? 'company' : 'person',
    service,
    names,
    document: document === '' ? undefined : document,
    birthdate: request.port === 'person-check' ? request.subject.birthdate : undefined,
  }
}
