// Looks up a purchase with an unknown outcome by our key, before anything is bought again.
import type { CheckOutcome } from '#src/screening/orders/port.ts'
import { holds, type Received } from './answer.ts'
import { vendorIdOf } from './definition/later.ts'
import type { Definition } from './definition/definition.ts'
import { type Evaluate, valueOf } from './evaluate.ts'

type LookUp = NonNullable<Definition['lookUp']>

/**
 * Reads the answer with `read` like that of a purchase. Throws when the vendor could not be asked now, so that it is
 * asked again later.
 */
export async function readLookUp(
  evaluate: Evaluate,
  definition: Definition & { readonly lookUp: LookUp },
  { received, seen }: { readonly received: Received; readonly seen: object },
  read: () => Promise<CheckOutcome>,
): Promise<CheckOutcome | 'absent' | 'unknown'> {
  const { absent, pending } = definition.lookUp
  const input = { ...seen, status: received.status, body: received.body ?? null }
  const results = await evaluate({ absent: absent.when, pending: pending?.when }, input)
  if (holds(absent, received, results['absent'])) return 'absent'
  if (pending && holds(pending, received, results['pending'])) {
    const id = definition.async && vendorIdOf(definition.async)
    const vendorId = toVendorId(valueOf((await evaluate({ id }, input))['id']))
    return { kind: 'accepted', ...(vendorId !== undefined && { vendorId }) }
  }
  const outcome = await read()
  switch (outcome.kind) {
    case 'answered':
    case 'no-data':
    case 'accepted':
      return outcome
    case 'uncertain':
      if (outcome.cause !== 'http5xx') return 'unknown'
      throw notNow()
    // The vendor has refused the question and not the purchase, so the outcome stays unknown.
    case 'rejected':
      if (outcome.class === 'input') return 'unknown'
      throw notNow()
    case 'deferred':
      throw notNow()
  }
}

const notNow = () => new Error('the vendor could not be asked')

/** Undefined for a value that names nothing. */
export const toVendorId = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '' && value.length <= 512) || typeof value === 'number'
    ? String(value)
    : undefined
