// How packs are published.
import { z } from 'zod'
import type { Registered } from '#src/registry/routes.ts'
import { checkDocument } from './document/check.ts'
import { PackDocument } from './document/schema.ts'
import type { PackDeps } from './steps.ts'

const message = z.string().max(500).exactOptional().meta({
  description: 'Why: it stands with the version, outside the document and its sha256.',
})

/** What a request brings. */
const PackPublication = z.strictObject({ ...PackDocument.shape, message }).meta({
  id: 'PackPublication',
  description: 'The composition of a pack, and why it is published.',
  example: { root: { kind: 'module', module: 'score' }, message: 'The first version' },
})

export const registeredPacks = ({ offered, versions }: PackDeps): Registered => ({
  kind: 'pack',
  noun: 'pack',
  path: '/v1/packs',
  param: 'packName',
  tag: 'Packs',
  document: PackPublication,
  async check(db, { tenant, value }) {
    const { message: why, rest } = splitMessage(value)
    const told = message.optional().safeParse(why)
    if (!told.success) return { faults: [{ pointer: '/message', detail: 'must be a short text' }] }
    const checked = await checkDocument(rest, offered, async (name, version) => {
      const found = await versions.findNamed(db, tenant, name, version)
      return found?.document.root
    })
    if ('faults' in checked) return checked
    const { $schema: _, ...document } = checked.document
    return { publication: { document, expanded: checked.expanded, message: told.data } }
  },
})

function splitMessage(value: unknown): { readonly message?: unknown; readonly rest: unknown } {
  if (typeof value !== 'object' || value === null || !('message' in value)) return { rest: value }
  const { message: why, ...rest } = value
  return { message: why, rest }
}
