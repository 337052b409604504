// Validates a document before it is published, and locates each fault in it.
import type { DocumentFault } from '#src/journey/registry/text.ts'
import type { FindRoot } from '#src/packs/document/expand-each.ts'
import type { Pack, PackFault, Step } from '#src/packs/document/pack.ts'
import { findFaults, findOwnFaults } from '#src/packs/document/faults/faults.ts'
import { eachStep } from '#src/packs/document/walk.ts'
import { findUnofferedFaults } from './unoffered.ts'
import { findSchemaFaults } from '#src/journey/values/faults.ts'
import { findOptionFaults } from './options.ts'
import { findOutputFaults } from './outputs.ts'
import { cardOf } from '#src/packs/document/options.ts'
import type { Vocabulary } from './variables.ts'
import type { Module } from '#src/journey/capabilities/module.ts'
import { expand, toDocumentPointer } from '#src/packs/document/expand.ts'
import { readShape } from '#src/journey/registry/shape.ts'
import { PackDocument } from '#src/packs/document/schema/schema.ts'

export type CheckedDocument = {
  readonly document: PackDocument
  /** The document with other packs expanded. */
  readonly expanded: Pick<Pack, 'root' | 'for' | 'input' | 'output'>
}

/** Published objects that a document may refer to. */
export type PublishedNames = {
  readonly root: FindRoot
  readonly hasScorecard: (name: string, version: number) => Promise<boolean>
}

/** `value` is the parsed document, at most 64 levels deep; pointers start at the document. */
export async function checkDocument(
  value: unknown,
  vocabulary: { readonly offered: readonly Module[]; readonly facts: Vocabulary['facts'] },
  known: PublishedNames,
): Promise<CheckedDocument | { readonly faults: readonly DocumentFault[] }> {
  const read = readShape(PackDocument, value)
  if ('faults' in read) return read
  const { data: document } = read
  // The size is checked first, so that no other check walks a document that is too large.
  const own = findOwnFaults(document.root)
  if (own.length > 0) return { faults: own.map(inRoot) }
  const ofInput = document.input ? findSchemaFaults(document.input) : []
  if (ofInput.length > 0)
    return { faults: ofInput.map((one) => ({ ...one, pointer: `/input${one.pointer}` })) }
  const { step: root, faults: unknown } = await expand(document.root, known.root)
  if (unknown.length > 0) return { faults: unknown.map(inRoot) }
  const faults = [
    ...findFaults(root),
    ...findUnofferedFaults({ ...document, expanded: root }, vocabulary),
    ...findOptionFaults(document.root, vocabulary.offered),
    ...(await findUnknownScorecards(document.root, known)),
  ]
  const { for: subject, input, output } = document
  const expanded = {
    root,
    ...(subject && { for: subject }),
    ...(input && { input }),
    ...(output && { output }),
  }
  const ofOutput = faults.length > 0 ? [] : findOutputFaults(expanded, vocabulary)
  if (ofOutput.length > 0) return { faults: ofOutput }
  if (faults.length === 0) return { document, expanded }
  return {
    faults: faults.map((one) => inRoot({ ...one, pointer: toDocumentPointer(root, one.pointer) })),
  }
}

async function findUnknownScorecards(
  root: Step,
  { hasScorecard }: PublishedNames,
): Promise<PackFault[]> {
  const faults: PackFault[] = []
  for (const [pointer, step] of eachStep(root)) {
    const card = step.kind === 'module' ? cardOf(step) : undefined
    const [name = '', version] = card?.split('@') ?? []
    if (card === undefined || (await hasScorecard(name, Number(version)))) continue
    const place = 'card' in step ? 'card' : 'with/card'
    faults.push({ pointer: `${pointer}/${place}`, detail: `no scorecard ${card} is published` })
  }
  return faults
}

const inRoot = <Fault extends DocumentFault>(fault: Fault): Fault => ({
  ...fault,
  pointer: `/root${fault.pointer}`,
})
