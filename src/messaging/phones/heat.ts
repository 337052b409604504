// Computes how hot a number is: how strong and recent the evidence is that messages to it reach the person of the
// transaction. Pure; times are epoch ms of wall time.
import type { Candidate } from './candidates.ts'

/** The evidence about a number for this tenant and mode; a time is null when there was no such event. */
export type Evidence = {
  /** The last reply or right code from the number, for this document. */
  readonly repliedAt: number | null
  /** The last message on the channel that was delivered or read, for any document. */
  readonly reachedAt: number | null
  /** The last message on the channel that could not be delivered to the number. */
  readonly failedAt: number | null
  /** The number of such failures in the last 7 days. */
  readonly failures: number
  /** The last other transaction of this document that contained the number. */
  readonly usedAt: number | null
  /** How many other documents contained the number in the last 30 days. */
  readonly otherDocuments: number
  /** Whether the number was reached on WhatsApp, if that is the channel. */
  readonly onWhatsApp: boolean
}

export const noEvidence: Evidence = {
  repliedAt: null,
  reachedAt: null,
  failedAt: null,
  failures: 0,
  usedAt: null,
  otherDocuments: 0,
  onWhatsApp: false,
}

type Term = keyof Heat['terms']

export const heatWeights: Readonly<Record<Term, number>> = {
  reply: 40, verified: 20, delivered: 15, use: 10, position: 6, type: 5, channel: 4, failure: -30,
  shared: -20,
} // prettier-ignore

export type HeatSubject = Pick<
  Candidate,
  'source' | 'kind' | 'repaired' | 'trunked' | 'verified' | 'position'
>

/** The heat is between -50 and 100, exactly the weighted sum of its terms; each term is 0 to 1, in hundredths. */
export function heatOf(candidate: HeatSubject, evidence: Evidence, now: number): Heat {
  const exact = termsOf(candidate, evidence, now)
  const hundredths = mapTerms((term) => Math.round(exact[term] * 100))
  const sum = termNames.reduce((total, term) => total + heatWeights[term] * hundredths[term], 0)
  const terms = mapTerms((term) => hundredths[term] / 100)
  return { source: candidate.source, heat: sum / 100, terms }
}

function termsOf(candidate: HeatSubject, evidence: Evidence, now: number): Heat['terms'] {
  const { reachedAt, failedAt } = evidence
  const stillReached = failedAt === null || (reachedAt !== null && reachedAt > failedAt)
  return {
    reply: decay(evidence.repliedAt, now),
    verified: candidate.verified ? 1 : 0,
    delivered: stillReached ? decay(reachedAt, now) : 0,
    use: decay(evidence.usedAt, now),
    position: candidate.position === 0 ? 1 : Math.max(0, 1 - 0.2 * candidate.position),
    type: typeTerm(candidate),
    channel: evidence.onWhatsApp ? 1 : 0,
    failure: Math.min(1, evidence.failures / 2),
    shared: sharedTerm(evidence.otherDocuments + 1),
  }
}

const halfLifeMs = 90 * 24 * 60 * 60_000

/** 1 for now, and halved every 90 days; a time ahead of now (by the sandbox clock) counts as now. */
const decay = (at: number | null, now: number) =>
  at === null ? 0 : 0.5 ** (Math.max(0, now - at) / halfLifeMs)

function typeTerm({ kind, repaired, trunked }: HeatSubject): number {
  if (kind === 'FIXED_LINE_OR_MOBILE') return 0.4
  if (trunked) return 0.2
  return repaired ? 0.7 : 1
}

/** A family may share a number: three documents give a third of the deduction, five or more all of it. */
const sharedTerm = (documents: number) => Math.min(1, Math.max(0, documents - 2) / 3)

/** Hottest first; ties are ordered by position, then by number, so that the order is unique. */
export function compareHeat(
  a: { readonly heat: Heat; readonly candidate: Pick<Candidate, 'position' | 'e164'> },
  b: { readonly heat: Heat; readonly candidate: Pick<Candidate, 'position' | 'e164'> },
): number {
  return (
    b.heat.heat - a.heat.heat ||
    a.candidate.position - b.candidate.position ||
    (a.candidate.e164 < b.candidate.e164 ? -1 : Number(a.candidate.e164 > b.candidate.e164))
  )
}

/** `heat 71.5: reply 1, position 1, type 1`, for the journal: only numbers and names of terms. */
export function explainHeat({ heat, terms }: Heat): string {
  const counted = termNames.filter((term) => terms[term] !== 0)
  return `heat ${heat}: ${counted.map((term) => `${term} ${terms[term]}`).join(', ')}`
}

// Safe because the record of weights is written with exactly the terms as its keys.
const termNames = Object.keys(heatWeights) as Term[]

function mapTerms(value: (term: Term) => number): Heat['terms'] {
  return {
    reply: value('reply'),
    verified: value('verified'),
    delivered: value('delivered'),
    use: value('use'),
    position: value('position'),
    type: value('type'),
    channel: value('channel'),
    failure: value('failure'),
    shared: value('shared'),
  }
}

/** Why a number was chosen: the terms, each 0 to 1 before weighting; `source` is `phone` or `phones[1]`. */
export type Heat = {
  readonly source: string
  readonly heat: number
  readonly terms: Readonly<
    Record<
      | 'reply'
      | 'verified'
      | 'delivered'
      | 'use'
      | 'position'
      | 'type'
      | 'channel'
      | 'failure'
      | 'shared',
      number
    >
  >
}
