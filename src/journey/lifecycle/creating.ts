// Joins what capabilities have to do with a new transaction.
import type { IsAsked, OnCreated, Shows } from '#src/journey/capabilities/capability.ts'
import { recordSightings } from '#src/journey/velocity/store.ts'

/** What capabilities have to do with a new transaction. */
export type Creating = {
  readonly shows: Shows
  /** Whether the creation needs more than its own rows and what it shows. */
  readonly isAsked: IsAsked
  /** All parts at once, on one connection. */
  readonly add: OnCreated
}

/** A capability’s part, for those creations that ask for it. */
export type CreatedPart = { readonly isAsked: IsAsked; readonly add: OnCreated }

export function joinCreating(
  offered: readonly { readonly shows?: Shows }[],
  parts: readonly CreatedPart[],
): Creating {
  const shows: Shows = (fields) => offered.flatMap((one) => one.shows?.(fields) ?? [])
  return {
    shows,
    isAsked: (fields) => parts.some((one) => one.isAsked(fields)),
    async add(creation) {
      const { fields } = creation
      const asked = parts.filter((one) => one.isAsked(fields))
      await Promise.all([
        recordSightings(creation, shows(fields)),
        ...asked.map((one) => one.add(creation)),
      ])
    },
  }
}
