// Registers packs as published documents.
import { hasItsEndpoints } from '#src/packs/outbound/endpoints-named.ts'
import { z } from 'zod'
import type { Db } from '#src/platform/db/client.ts'
import { findOwner, findVersion } from '#src/journey/registry/read.ts'
import type { Registered } from '#src/journey/registry/registered.ts'
import type { DocumentFault } from '#src/journey/registry/text.ts'
import type { Pack } from '#src/packs/document/pack.ts'
import { runCasesApart } from '#src/packs/cases/case-thread.ts'
import { type CaseReport, runCases, type RunCases } from '#src/packs/cases/report.ts'
import { findUnsound } from '#src/packs/cases/sound.ts'
import { Beside } from './json-schema.ts'
import type { PackCase } from '#src/packs/cases/schema.ts'
import {
  type CheckedDocument,
  checkDocument,
  type PublishedNames,
} from '#src/packs/conditions/check.ts'
import { readShape } from '#src/journey/registry/shape.ts'
import { PackDocument } from '#src/packs/document/schema/schema.ts'
import { requiredBy } from '#src/packs/document/required-input.ts'
import type { PackDeps } from '#src/packs/runs/deps.ts'

/** The body of a publication. */
const PackPublication = z.strictObject({ ...PackDocument.shape, ...Beside.shape }).meta({
  id: 'PackPublication',
  description: 'The composition of a pack, why it is published, and its test cases.',
  example: { root: { kind: 'module', module: 'score' }, message: 'The first version' },
})

export const registeredPacks = (deps: PackDeps): Registered => ({
  kind: 'pack',
  noun: 'pack',
  path: '/v1/packs',
  param: 'packName',
  tag: 'Packs',
  document: PackPublication,
  // Safe because it was checked when it was published.
  admits: (tx, owner, document) =>
    hasItsEndpoints(tx, owner, (document as Pick<Pack, 'root'>).root),
  needs: requiredBy,
  check: (db, { tenant, name, value, demands }) =>
    checkPublication(
      value,
      name,
      { ...deps, run: runCasesApart, demands },
      knownIn(db, deps, tenant),
    ),
})

export type CaseDeps = Pick<PackDeps, 'offered'> & {
  readonly facts: Pick<PackDeps['facts'], 'variables'>
  readonly run?: RunCases
  /** The demands of the tenant's settings on the publication. */
  readonly demands?: { readonly demandCases: boolean; readonly demandCoverage: boolean }
}

/** Checks a parsed document with its message and cases; pointers start at the publication. */
export async function checkPublication(
  value: unknown,
  name: string,
  deps: CaseDeps,
  known: PublishedNames,
): ReturnType<Registered['check']> {
  const read = await readPublication(value, name, deps, known)
  if ('faults' in read) return read
  const { pack, document, expanded, message, cases } = read
  const isUntried = !cases && !read.isCovered
  const faults = isUntried ? [] : findCaseFaults(read, await tryCases(pack, cases ?? [], deps))
  if (faults.length > 0) return { faults }
  return { publication: { document, expanded, cases, message } }
}

/** A publication without faults, apart from those that its test cases may show. */
type ReadPublication = {
  readonly pack: Pack
  readonly document: Omit<PackDocument, '$schema'>
  readonly expanded: CheckedDocument['expanded']
  readonly cases: readonly PackCase[] | undefined
  readonly message: string | undefined
  /** Whether a part of the document that no case reaches is a fault. */
  readonly isCovered: boolean
}

/** Reads a publication without running its test cases; pointers start at the publication. */
export async function readPublication(
  value: unknown,
  name: string,
  { offered, facts, demands }: CaseDeps,
  known: PublishedNames,
): Promise<ReadPublication | { readonly faults: readonly DocumentFault[] }> {
  const { beside, rest } = split(value)
  const read = readShape(Beside, beside)
  if ('faults' in read) return read
  const { message, cases } = read.data
  if ((read.data.demandCases || demands?.demandCases) && !cases)
    return { faults: [{ pointer: '', detail: 'it has no test cases, which are demanded' }] }
  const checked = await checkDocument(rest, { offered, facts }, known)
  if ('faults' in checked) return checked
  const { $schema: _, ...document } = checked.document
  const { expanded } = checked
  const pack = { name, version: 1, ...expanded }
  const unsound = (cases ?? []).flatMap((one, at) =>
    findUnsound(pack, one, { offered, facts }).map((fault) => ({
      ...fault,
      pointer: `/cases/${at}${fault.pointer}`,
    })),
  )
  if (unsound.length > 0) return { faults: unsound }
  const isCovered = (read.data.demandCoverage || demands?.demandCoverage) === true
  return { pack, document, expanded, cases, message, isCovered }
}

export const tryCases = (
  pack: Pack,
  cases: readonly PackCase[],
  { offered, facts, run = runCases }: CaseDeps,
): Promise<CaseReport> => run(pack, cases, { offered, facts })

/** The cases that fail, and the parts that no case reaches where coverage is demanded. */
export const findCaseFaults = (
  { isCovered }: Pick<ReadPublication, 'isCovered'>,
  { results, coverage }: CaseReport,
): DocumentFault[] => [
  ...results.flatMap(({ differences }, at) =>
    differences.map((detail) => ({ pointer: `/cases/${at}`, detail })),
  ),
  ...(isCovered ? coverage.missing : []).map((part) => ({
    pointer: '/cases',
    detail: `no case comes to ${part}`,
  })),
]

/** The published objects that a tenant’s document may refer to. */
export const knownIn = (db: Db, { versions }: PackDeps, tenant: string): PublishedNames => ({
  async root(name, version) {
    const found = await versions.findNamed(db, tenant, name, version)
    return found?.document.input ? 'input' : found?.document.root
  },
  async hasScorecard(name, version) {
    const named = { kind: 'scorecard', tenant, name } as const
    const owner = await findOwner(db, named)
    if (owner === undefined) return false
    return (await findVersion(db, { ...named, tenant: owner }, version)) !== undefined
  },
})

function split(value: unknown): { readonly beside: object; readonly rest: unknown } {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { beside: {}, rest: value }
  const entries = Object.entries(value)
  const isBeside = ([key]: [string, unknown]) => Object.hasOwn(Beside.shape, key)
  return {
    beside: Object.fromEntries(entries.filter(isBeside)),
    rest: Object.fromEntries(entries.filter((one) => !isBeside(one))),
  }
}
