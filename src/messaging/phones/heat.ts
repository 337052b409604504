// Computes how hot a number is: the strongest, most recent evidence that messages to it reach the person of the
// transaction. Pure; times are epoch milliseconds of wall time.
import type { Candidate } from './candidates.ts'

/** What a number has shown to this tenant in this mode; a time is null when it never came. */
export type Evidence = {
  /** The last answer or right code from the number, for this document. */
  readonly repliedAt: number | null
  /** The last message on the channel that was delivered or read, for any document. */
  readonly reachedAt: number | null
  /** The last message on the channel that the number did not take. */
  readonly failedAt: number | null
  /** Such failures in the last 7 days. */
  readonly failures: number
  /** The last other transaction of this document that named the number. */
  readonly usedAt: number | null
  /** Other documents that named the number in the last 30 days. */
  readonly otherDocuments: number
  /** Whether the number was reached on WhatsApp, where that is the channel. */
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
  reply: 40,
  verified: 20,
  delivered: 15,
  use: 10,
  position: 6,
  type: 5,
  channel: 4,
  failure: -30,
  shared: -20,
}

export type HeatSubject = Pick<
  Candidate,
  'source' | 'kind' | 'repaired' | 'trunked' | 'verified' | 'position'
>

/** -50 to 100, exactly what its terms give; each term 0 to 1, to a hundredth. */
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

/** 1 for what is now, half of it 90 days later; a sandbox clock can lie ahead of now. */
const decay = (at: number | null, now: number) =>
  at === null ? 0 : 0.5 ** (Math.max(0, now - at) / halfLifeMs)

function typeTerm({ kind, repaired, trunked }: HeatSubject): number {
  if (kind === 'FIXED_LINE_OR_MOBILE') return 0.4
  if (trunked) return 0.2
  return repaired ? 0.7 : 1
}

/** A family shares a number, so three documents cost a third and five or more all of it. */
const sharedTerm = (documents: number) => Math.min(1, Math.max(0, documents - 2) / 3)

/** Hottest first; equally hot ones by position, then by number, so that no two orders are possible. */
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

/** `heat 71.5: reply 1, position 1, type 1`: for the journal, numbers and names of terms alone. */
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

/** Why a number was chosen: each term 0 to 1, weighted; `source` is `phone` or `phones[1]`. */
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
