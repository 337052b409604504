// The rules of reviews. Pure.
import type { FactValues } from '#src/journey/facts/facts.ts'

export type ReviewSourceName = 'pack' | 'link'
export type ReviewVerdict = 'approved' | 'rejected' | 'again'
export type ClosedAs = 'decided' | 'superseded' | 'cancelled' | 'erased'

/** What the step of a pack says about its review. */
export type Offer = {
  readonly title?: string
  /** The step by its id, or by its place. */
  readonly name?: string
  /** Whose it is. */
  readonly who?: string
  /** Reasons to choose from, codes; without them any code is one. */
  readonly reasons?: readonly string[]
  /** How many people it takes, whatever they decide. */
  readonly people?: 1 | 2
}

/** How long somebody who has a review in hand may think about it. */
export const claimSeconds = 900

/** When a review is overdue, where its pack does not say. */
export const deadlineSecondsDefault = 86_400

/** The groups of facts that say against what a review is approved. */
export const signGroups: ReadonlySet<string> = new Set([
  'liveness',
  'documentReading',
  'documents',
  'faceMatch',
  'faces',
  'checks',
  'others',
  'phones',
  'link',
  'lists',
])

const isSome = (count: unknown): boolean => Number(count ?? 0) > 0

const factSigns = {
  spoof: ({ liveness }) => liveness?.['status'] === 2 || isSome(liveness?.['spoofs']),
  'document-refused': ({ documentReading, documents }) =>
    documentReading?.['result'] === 'Reprovado' ||
    documents?.['verdict'] === 'Reprovado' ||
    isSome(documents?.['refused']),
  'faces-differ': ({ faceMatch, faces }) =>
    faceMatch?.['verdict'] === 'no-match' ||
    faces?.['verdict'] === 'no-match' ||
    isSome(faces?.['mismatches']),
  sanctioned: ({ checks, others }) =>
    checks?.['sanctioned'] === true || others?.['sanctioned'] === true,
  'criminal-warrant': ({ checks, others }) =>
    checks?.['criminalWarrant'] === true || others?.['criminalWarrant'] === true,
  /** An entry rejects once two people have said so. */
  'denied-entry': ({ lists, others }) =>
    lists?.['denyAction'] === 'reject' || others?.['denyAction'] === 'reject',
  denied: ({ phones, link }) => phones?.['denied'] === true || link?.['denied'] === true,
} as const satisfies Record<string, (facts: FactValues) => boolean>

/** What the run saw is not kept, so none of the other signs can be ruled out. */
const evidenceMissing = 'evidence-missing'

type FactSign = keyof typeof factSigns
export type Sign = FactSign | typeof evidenceMissing

// Safe because an object literal has no other keys than its own.
const factSignNames = Object.keys(factSigns) as FactSign[]
export const signNames: [Sign, ...Sign[]] = [evidenceMissing, ...factSignNames]

/** Signs against which one person alone approves nothing; `seen` is undefined where it is not known. */
export function findSigns(now: FactValues, seen: readonly FactValues[] | undefined): Sign[] {
  const known = [now, ...(seen ?? [])]
  return signNames.filter((name) =>
    name === evidenceMissing ? seen === undefined : known.some((facts) => factSigns[name](facts)),
  )
}

/** Whether a decision takes two people. */
export const takesTwo = (
  verdict: ReviewVerdict,
  found: readonly Sign[],
  { people = 1 }: Offer,
): boolean => people === 2 || (verdict === 'approved' && found.length > 0)

type Participants = {
  /** Of people who have decided: each, once. */
  readonly excluded: readonly string[]
  readonly decidedBy: string | null
  readonly firstBy: string | null
}

/** An appeal is decided by a person who signed in, by no program. */
export const isForPeople = ({ appealOf }: { readonly appealOf: string | null }): boolean =>
  appealOf !== null

/** A program is nobody who could be excluded. */
export const addParticipant = (
  excluded: readonly string[],
  person: string | undefined,
): readonly string[] =>
  person === undefined || excluded.includes(person) ? excluded : [...excluded, person]

/** Who does not get an appeal. A program that has decided may be the appellant's own, who then does not get it either. */
export function listExcluded(
  { excluded, decidedBy, firstBy }: Participants,
  appellant: string,
): readonly string[] {
  const isByPerson = decidedBy !== null && excluded.includes(decidedBy)
  const all = [...excluded, decidedBy, firstBy, isByPerson ? null : appellant]
  return [...new Set(all.filter((one) => one !== null))]
}

type Held = {
  readonly closedAt: Date | null
  readonly claimedBy: string | null
  readonly claimedUntil: Date | null
}

/** Why somebody may not decide it now; times by wall clock. */
export function refusalFor(
  { closedAt, claimedBy, claimedUntil }: Held,
  actor: string,
  now: Date,
): 'decided' | 'not-yours' | undefined {
  if (closedAt !== null) return 'decided'
  const isClaimed = claimedUntil !== null && claimedUntil > now
  return isClaimed && claimedBy === actor ? undefined : 'not-yours'
}

/** The position of a step of a pack as a review bears it, where an empty one means the whole run. */
export const toReviewStep = (path: string): string => `at:${path}`
export const pathOfStep = (step: string): string | undefined =>
  step.startsWith('at:') ? step.slice('at:'.length) : undefined
