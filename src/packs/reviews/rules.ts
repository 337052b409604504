// The rules of reviews. Pure.
import type { FactValues } from '#src/journey/facts/facts.ts'

export type ReviewSourceName = 'pack' | 'link'
export type ReviewVerdict = 'approved' | 'rejected' | 'again'
export type ClosedAs = 'decided' | 'superseded' | 'cancelled' | 'erased'

/** The options of a pack’s review step. */
export type Offer = {
  readonly title?: string
  /** The step’s id or position. */
  readonly name?: string
  /** The group of reviewers. */
  readonly who?: string
  /** The reasons to choose from, as codes; by default any code. */
  readonly reasons?: readonly string[]
  /** How many people must decide, whatever the decision. */
  readonly people?: 1 | 2
}

/** How long a claim lasts. */
export const claimSeconds = 900

/** The deadline of a review whose pack names none. */
export const deadlineSecondsDefault = 86_400

/** The groups of facts from which signs against an approval are computed. */
export const signGroups: ReadonlySet<string> = new Set([
  'liveness', 'documentReading', 'documents', 'faceMatch', 'faces', 'checks', 'others', 'phones',
  'link', 'lists',
]) // prettier-ignore

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
  /** A deny-list entry rejects only once two people have confirmed it. */
  'denied-entry': ({ lists, others }) =>
    lists?.['denyAction'] === 'reject' || others?.['denyAction'] === 'reject',
  denied: ({ phones, link }) => phones?.['denied'] === true || link?.['denied'] === true,
} as const satisfies Record<string, (facts: FactValues) => boolean>

/** Without the evidence of the run none of the other signs can be excluded. */
const evidenceMissing = 'evidence-missing'

type FactSign = keyof typeof factSigns
export type Sign = FactSign | typeof evidenceMissing

// Safe because an object literal has no other keys than its own.
const factSignNames = Object.keys(factSigns) as FactSign[]
export const signNames: [Sign, ...Sign[]] = [evidenceMissing, ...factSignNames]

/** The signs against which one person alone cannot approve; `seen` is undefined where the evidence is unknown. */
export function findSigns(now: FactValues, seen: readonly FactValues[] | undefined): Sign[] {
  const known = [now, ...(seen ?? [])]
  return signNames.filter((name) =>
    name === evidenceMissing ? seen === undefined : known.some((facts) => factSigns[name](facts)),
  )
}

/** Whether the decision needs two people. */
export const takesTwo = (
  verdict: ReviewVerdict,
  found: readonly Sign[],
  { people = 1 }: Offer,
): boolean => people === 2 || (verdict === 'approved' && found.length > 0)

type Participants = {
  /** The people who took part in a decision, without duplicates. */
  readonly excluded: readonly string[]
  readonly decidedBy: string | null
  readonly firstBy: string | null
}

/** An appeal must be decided by a signed-in person, not by a program. */
export const isForPeople = ({ appealOf }: { readonly appealOf: string | null }): boolean =>
  appealOf !== null

/** Excludes a person from further decisions; programs are not excluded. */
export const addParticipant = (
  excluded: readonly string[],
  person: string | undefined,
): readonly string[] =>
  person === undefined || excluded.includes(person) ? excluded : [...excluded, person]

/**
 * The people who must not get an appeal. When a program decided, it may be the appellant’s own, so the appellant is
 * excluded too.
 */
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

/** Why the caller may not decide the review now; times are wall times. */
export function refusalFor(
  { closedAt, claimedBy, claimedUntil }: Held,
  actor: string,
  now: Date,
): 'decided' | 'not-yours' | undefined {
  if (closedAt !== null) return 'decided'
  const isClaimed = claimedUntil !== null && claimedUntil > now
  return isClaimed && claimedBy === actor ? undefined : 'not-yours'
}

/** The position of a pack’s step as stored in a review, where an empty text means the whole run. */
export const toReviewStep = (path: string): string => `at:${path}`
export const pathOfStep = (step: string): string | undefined =>
  step.startsWith('at:') ? step.slice('at:'.length) : undefined
