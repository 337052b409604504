// Looks up a purchase whose outcome is unknown, by our key, before anything is bought again.
import type { CheckOutcome } from '#src/screening/checks/port.ts'
import { holds, readReceived, type Received } from './answer.ts'
import type { Definition } from './definition.ts'
import { type Evaluate, valueOf } from './evaluate.ts'

type LookUp = NonNullable<Definition['lookUp']>

/** Throws when it could not be asked now: then it is asked again later. */
export async function readLookUp(
  evaluate: Evaluate,
  definition: Definition & { readonly lookUp: LookUp },
  received: Received,
  seen: object,
): Promise<CheckOutcome | 'absent' | 'unknown'> {
  const { absent, pending } = definition.lookUp
  const input = { ...seen, status: received.status, body: received.body ?? null }
  const results = await evaluate({ absent: absent.when, pending: pending?.when }, input)
  if (holds(absent, received, results['absent'])) return 'absent'
  if (pending && holds(pending, received, results['pending'])) {
    const id = definition.async && 'poll' in definition.async ? definition.async.poll.id : undefined
    const named = valueOf((await evaluate({ id }, input))['id'])
    return { kind: 'accepted', ...(isId(named) && { vendorId: String(named) }) }
  }
  const outcome = await readReceived(evaluate, definition, received, seen)
  switch (outcome.kind) {
    case 'answered':
    case 'no-data':
    case 'accepted':
      return outcome
    case 'uncertain':
      if (outcome.cause !== 'http5xx') return 'unknown'
      throw notNow()
    // Of the question, not of the purchase: whoever is refused has learned nothing.
    case 'rejected':
      if (outcome.class === 'input') return 'unknown'
      throw notNow()
    case 'deferred':
      throw notNow()
  }
}

const notNow = () => new Error('the vendor could not be asked')

const isId = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '' && value.length <= 512) || typeof value === 'number'
