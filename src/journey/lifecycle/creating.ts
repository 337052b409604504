// Joins what capabilities have to do with a new transaction.
import type { AppliesTo, OnCreated, Shows } from '#src/journey/capabilities/capability.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import type { Sighting } from '#src/journey/velocity/sighting.ts'
import { recordSightings } from '#src/journey/velocity/store.ts'
import type { Tenants } from '#src/platform/tenants/settings.ts'

/** The parts that all capabilities together have in the creation of a transaction. */
export type Creating = {
  readonly shows: (fields: StoredFields, owner: Owner) => readonly Sighting[]
  /** Whether a creation needs more than the one statement that writes its own rows and the counted values. */
  readonly needsCommit: AppliesTo
  /** Runs the parts of all capabilities at once, on one connection. */
  readonly add: OnCreated
}

/** A capability’s part in a creation, and which transactions it applies to. */
export type CreatedPart = { readonly appliesTo: AppliesTo; readonly add: OnCreated }

export function joinCreating(
  offered: readonly { readonly shows?: Shows }[],
  parts: readonly CreatedPart[],
  tenants: Tenants,
): Creating {
  const shows: Creating['shows'] = (fields, { tenant }) =>
    offered.flatMap((one) => one.shows?.(fields, tenants.of(tenant)) ?? [])
  return {
    shows,
    needsCommit: (fields) => parts.some((one) => one.appliesTo(fields)),
    async add(creation) {
      const { fields } = creation
      const asked = parts.filter((one) => one.appliesTo(fields))
      await Promise.all([
        recordSightings(creation, shows(fields, creation.locked)),
        ...asked.map((one) => one.add(creation)),
      ])
    },
  }
}
