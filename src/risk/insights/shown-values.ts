// The values that a transaction has shown, as keyed hashes under every hash key, by which lists and outcomes are
// searched.
import { listExaminations } from '#src/biometrics/examinations/store.ts'
import type { FactsQuery } from '#src/journey/facts/facts.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { listShown } from '#src/journey/velocity/store.ts'
import { documentValue, hashesOf, type Sighting } from '#src/journey/velocity/sighting.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { addressKeys, cardKey, phoneKeys } from './keys.ts'

const kinds = ['document', 'phone', 'address', 'device', 'card'] as const
export type ShownKind = (typeof kinds)[number]

export type ShownValue = { readonly kind: ShownKind; readonly hash: Buffer }

/** The values in a transaction's own data; its devices are stored elsewhere. */
function shownIn(fields: StoredFields): Sighting[] {
  const card = cardKey(fields)
  return [
    { kind: 'document', value: documentValue(fields) },
    ...phoneKeys(fields).map((value) => ({ kind: 'phone', value }) as const),
    ...addressKeys(fields).map((value) => ({ kind: 'address', value }) as const),
    ...(card === undefined ? [] : [{ kind: 'card', value: card } as const]),
  ]
}

const shownTo = new WeakMap<FactsQuery, Promise<ShownValue[]>>()

/** All shown values with the devices, read once for all sources of facts that ask together. */
export function readShownValues(asked: FactsQuery): Promise<ShownValue[]> {
  const known = shownTo.get(asked) ?? read(asked)
  shownTo.set(asked, known)
  return known
}

async function read({ db, sealer, transaction }: FactsQuery): Promise<ShownValue[]> {
  const [fields, devices, named] = await Promise.all([
    readFields(sealer, transaction),
    listShown(db, transaction.id, 'device'),
    namedDevices({ db, sealer, transaction }),
  ])
  const hashed = [...shownIn(fields), ...named].flatMap((one) =>
    // Safe because only these kinds are produced here.
    hashesOf(sealer, transaction, one).map((hash) => ({ kind: one.kind as ShownKind, hash })),
  )
  return [...hashed, ...devices.map((hash) => ({ kind: 'device', hash }) as const)]
}

/** While a hash key is being rotated, a device is searched under the other keys too. */
async function namedDevices({ db, sealer, transaction }: FactsQuery): Promise<Sighting[]> {
  if (sealer.hashes('device').length === 1) return []
  const done = await listExaminations({ db, sealer }, transaction, ['liveness'])
  const names = new Set(done.map(({ input }) => input.device.deviceId).filter((id) => id !== ''))
  return [...names].map((value) => ({ kind: 'device', value }))
}
