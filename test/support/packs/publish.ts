import type { Db } from '#src/platform/db/client.ts'
import type { Pack } from '#src/packs/document/pack.ts'
import { publishOwnPacks } from '#src/packs/files/own.ts'
import { toDocument } from './build.ts'

/** Publishes packs as the service’s own are published. */
export function publishPacks(db: Db, packs: readonly Pack[]): Promise<void> {
  const own = packs.map(({ name, version, root }) => {
    const publication = { document: toDocument(root), expanded: { root } }
    return { name, version, root, publication }
  })
  return publishOwnPacks(db, own)
}
