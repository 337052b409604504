// The facts from statements about others: partners, representatives and anyone else named. Any hit counts; that there
// is no hit is known only when everybody was asked about. Pure.
import type { GroupFacts } from '#src/journey/facts/vocabulary/fact.ts'
import type { others } from '#src/journey/facts/vocabulary/checks.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { toDocument } from '#src/screening/answers/subject.ts'
import { hasAnswered, haveAnswered, isComparedWhole, isWhole } from './asked-facts.ts'
import { ifKnown, type Listed, type Partner } from './company-facts.ts'
import { describeLists, isCriminal } from './findings.ts'
import { partiesOf, type Party, toParty } from './parties.ts'
import { statusOf } from './person-facts.ts'
import type { CheckTarget, Statement } from './statements.ts'

type Known = {
  readonly sent?: Pick<StoredFields, 'partners' | 'legalRepresentatives'>
  /** The people whom the register names. */
  readonly registered?: Listed | undefined
  /** All checks on others, whether or not they have an answer. */
  readonly asked?: readonly CheckTarget[]
}

export function describeOthers(
  said: readonly Statement[],
  { sent = {}, registered = [], asked = [] }: Known = {},
): GroupFacts<typeof others> {
  const about = said.filter((one) => !one.isOwn)
  const known = partiesOf(sent, registered)
  const parties = [...known, ...namedBesides(asked, known)]
  const found = {
    ...describeLists(about, parties.length > 0),
    ...ifKnown('criminalWarrant', isCriminal(about)),
  }
  return {
    ...withoutOpen(found, about.filter(isComparedWhole), { parties, isWhole: isWhole(registered) }),
    ...ifKnown('dead', isAnyDead(about, sent.legalRepresentatives ?? [])),
  }
}

type Found = ReturnType<typeof describeLists> & { criminalWarrant?: boolean }
type Everybody = { readonly parties: readonly Party[]; readonly isWhole: boolean }

/** Keeps a “no” only when everybody was asked about. */
function withoutOpen(
  found: Found,
  about: readonly Statement[],
  { parties, isWhole: isComplete }: Everybody,
): Found {
  const isClean = {
    sanctioned: () => hasAnswered(about, parties, { service: 'Sanctions' }),
    debarred: () => hasAnswered(about, parties, { service: 'Sanctions', kind: 'debarment' }),
    exposed: () => hasAnswered(about, parties, { service: 'Pep' }),
    wanted: () => hasAnswered(about, parties, { service: 'ArrestWarrant' }),
    criminalWarrant: () => hasAnswered(about, parties, { service: 'ArrestWarrant' }),
    hit: () => haveAnswered(about, parties),
  }
  // Safe because it only leaves fields out.
  return Object.fromEntries(
    Object.entries(found).filter(
      ([name, value]) => value || (isComplete && isClean[name as keyof Found]()),
    ),
  ) as Found
}

const screening = new Set(['Sanctions', 'Pep', 'AdverseMedia', 'ArrestWarrant'])

/** People whom lists or warrants were asked about, beyond the known parties. */
function namedBesides(asked: readonly CheckTarget[], known: readonly Party[]): Party[] {
  const named = asked.filter(
    ({ isOwn, port, services }) =>
      !isOwn &&
      (port === 'person-check' || port === 'company-check') &&
      services.some((one) => screening.has(one)),
  )
  return named.flatMap(({ port, subject }) => {
    const one = subject as Partner
    const isKnown = known.some(({ isAbout }) => isAbout(one, port as 'person-check') === true)
    return isKnown ? [] : toParty(one)
  })
}

/**
 * True when any source reports a death, because it must be looked at; false only when a source has reported each
 * representative as living.
 */
function isAnyDead(
  about: readonly Statement[],
  representatives: readonly { readonly document?: string | undefined }[],
): boolean | undefined {
  const said = about.filter((one) => statusOf(one) !== undefined)
  if (said.some((one) => statusOf(one) === 'deceased')) return true
  const isKnown = ({ document }: { readonly document?: string | undefined }) =>
    said.some((one) => 'document' in one.subject && one.subject.document === toDocument(document))
  return representatives.length > 0 && representatives.every(isKnown) ? false : undefined
}
