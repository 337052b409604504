// Finds which endpoints documents name: a version goes live only when they all exist, and no endpoint is deleted while
// something names it.
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { listLive } from '#src/journey/registry/read.ts'
import { endpoints } from '#src/journey/endpoints/table.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Step } from '#src/packs/document/pack.ts'
import { eachStep } from '#src/packs/document/walk.ts'
import type { PackDeps } from '#src/packs/runs/deps.ts'
import { packRuns } from '#src/packs/runs/table.ts'

const namedBy = (root: Step): string[] => [
  ...new Set([...eachStep(root)].flatMap(([, step]) => (step.kind === 'call' ? [step.to] : []))),
]

/**
 * Whether new runs of a version can make their calls; in the sandbox always, because calls without an endpoint are
 * answered by hand. The rows stay locked until the commit, so that none is deleted meanwhile.
 */
export async function hasItsEndpoints(
  tx: Db,
  { tenant, mode }: Owner,
  root: Step,
): Promise<boolean> {
  const names = namedBy(root)
  if (names.length === 0 || mode === 'sandbox') return true
  const found = await tx
    .select({ name: endpoints.name })
    .from(endpoints)
    .where(
      and(eq(endpoints.tenant, tenant), eq(endpoints.mode, mode), inArray(endpoints.name, names)),
    )
    .for('share')
  return found.length === names.length
}

/** Whether a live version, or the version of an open run, names the endpoint. */
export const namesEndpoint =
  ({ versions }: Pick<PackDeps, 'versions'>) =>
  async (tx: Db, owner: Owner, endpoint: string): Promise<boolean> => {
    const open = tx
      .selectDistinct({ owner: packRuns.owner, name: packRuns.name, version: packRuns.version })
      .from(packRuns)
      .where(
        and(
          eq(packRuns.tenant, owner.tenant),
          eq(packRuns.mode, owner.mode),
          isNull(packRuns.endedAt),
        ),
      )
    for (const one of [...(await listLive(tx, owner, 'pack')), ...(await open)]) {
      const found = await versions.find(tx, one.owner, one.name, one.version)
      if (found && namedBy(found.document.root).includes(endpoint)) return true
    }
    return false
  }
