// All that keeps a document from being published, with the place of each fault in it.
import { findFaults } from '#workflows/packs/faults.ts'
import type { DocumentFault } from '#src/registry/text.ts'
import type { Pack } from '#workflows/packs/define.ts'
import { findUnofferedFaults } from '../conditions.ts'
import type { Module } from '../module.ts'
import { expand, type FindRoot, toDocumentPointer } from './expand.ts'
import { readShape } from './read.ts'
import type { PackDocument } from './schema.ts'

export type CheckedDocument = {
  readonly document: PackDocument
  /** With other packs in their places. */
  readonly expanded: Pick<Pack, 'root'>
}

/** `value` is what was parsed, at most 64 levels deep; pointers begin at the document. */
export async function checkDocument(
  value: unknown,
  offered: readonly Module[],
  find: FindRoot,
): Promise<CheckedDocument | { readonly faults: readonly DocumentFault[] }> {
  const read = readShape(value)
  if ('faults' in read) return read
  const { document } = read
  // Its size comes first, so that nothing walks what is too large.
  const own = findFaults(document.root)
  if (own.length > 0) return { faults: own.map(inRoot) }
  const { step: root, faults: unknown } = await expand(document.root, find)
  if (unknown.length > 0) return { faults: unknown.map(inRoot) }
  const faults = [
    ...findFaults(root),
    ...findUnofferedFaults({ name: 'document', version: 1, root: document.root }, offered),
  ]
  if (faults.length === 0) return { document, expanded: { root } }
  return {
    faults: faults.map((one) => inRoot({ ...one, pointer: toDocumentPointer(root, one.pointer) })),
  }
}

const inRoot = <Fault extends DocumentFault>(fault: Fault): Fault => ({
  ...fault,
  pointer: `/root${fault.pointer}`,
})
