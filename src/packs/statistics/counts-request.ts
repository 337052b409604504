// The request of both statistics of a pack: which pack, and for how many days.
import { z } from 'zod'
import type { Db } from '#src/platform/db/client.ts'
import { findOwner } from '#src/journey/registry/read.ts'
import { packNameParam } from '#src/packs/runs/schema.ts'

const [daysMax, daysUsual] = [90, 30]

export const daysAsked = (usual: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(daysMax)
    .optional()
    .meta({ description: `How many, until now; ${usual} without it.`, example: usual })

export const countsRequest = {
  param: z.object({ packName: packNameParam }),
  query: z.object({ days: daysAsked(daysUsual) }),
}

type Request = { readonly param: { readonly packName: string }; readonly query: { readonly days?: number | undefined } } // prettier-ignore

/** Undefined when this tenant has no such pack. */
export async function findCounted(db: Db, tenant: string, { param, query }: Request) {
  const packOwner = await findOwner(db, { kind: 'pack', tenant, name: param.packName })
  if (packOwner === undefined) return undefined
  return { packOwner, name: param.packName, days: query.days ?? daysUsual }
}
