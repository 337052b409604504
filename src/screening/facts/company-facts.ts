// Compares a registry's answer about the transaction's own company with what the client sent. Pure.
import type { GroupFacts } from '#src/journey/facts/vocabulary/fact.ts'
import type { company } from '#src/journey/facts/vocabulary/things.ts'
import { isWoundUp } from '#src/journey/names/name-status.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import type { CompanyResult } from '#src/screening/wire/schema.ts'
import { compareCompanies, isSameCompany, isSamePerson } from '#src/screening/answers/names.ts'
import { toDocument } from '#src/screening/answers/subject.ts'
import { soleTraderOf } from './sole-trader.ts'

type Sent = Pick<
  StoredFields,
  'documentType' | 'document' | 'name' | 'tradeName' | 'cnaes' | 'partners' | 'legalRepresentatives'
>

export type Registered = {
  readonly answer: CompanyResult
  /** Only the authoritative register is believed that a company is closed. */
  readonly isAuthoritative: boolean
  /** The answers of registers that are not authoritative. */
  readonly others?: readonly CompanyResult[]
}

export function describeRegistry(
  { answer, isAuthoritative, others = [] }: Registered,
  sent: Sent,
  now: Date,
): GroupFacts<typeof company> {
  const doubtful = others.map(({ status }) => status).findLast(isGrave)
  const said = doubtful === undefined ? {} : { statusDoubtful: doubtful }
  if (answer.found === undefined) return said
  if (!answer.found) return { inRegistry: false, ...said }
  const { openedAt, headOffice } = answer
  return {
    inRegistry: true,
    ...describeStatus(answer, isAuthoritative),
    ...said,
    ...(openedAt !== undefined && { months: monthsBetween(openedAt, now) }),
    ...(headOffice !== undefined && { branch: !headOffice }),
    ...(sent.documentType === 'cnpj' && compareSent(sent, answer)),
  }
}

const isGrave = (status: CompanyResult['status']): status is 'closed' | 'null' =>
  status === 'closed' || status === 'null'

/** Some registers call a bankrupt company active, and show its state only in the name. */
function describeStatus({ status, name = '' }: CompanyResult, isAuthoritative: boolean) {
  if (status === undefined || status === 'unknown') return {}
  const isClosed = isGrave(status)
  return {
    active: status === 'active' && !isWoundUp(name),
    ...((isAuthoritative || !isClosed) && { closed: isClosed }),
  }
}

function compareSent(sent: Sent, answer: CompanyResult) {
  const { name, cnaes = [], partners = [], legalRepresentatives = [] } = sent
  const codes = cnaes.map((code) => code.replace(/\D/g, '')).filter((code) => code.length === 7)
  const listed = answer.cnaes ?? []
  return {
    ...ifKnown('nameMatches', isSameCompany(name, answer.name)),
    ...ifKnown('nameVerdict', compareNames(name, answer)),
    ...ifKnown('tradeNameVerdict', compareNames(sent.tradeName, answer)),
    ...(codes.length > 0 &&
      listed.length > 0 && { cnaesListed: codes.every((code) => listed.includes(code)) }),
    ...ifKnown('partnersListed', areListed(partners, listRegistered(answer, sent.document))),
    ...ifKnown('representativeListed', isRepresented(legalRepresentatives, answer, sent.document)),
  }
}

/** Compares with both names of the register, its own and the trade name; the better verdict counts. */
function compareNames(sent: string | undefined, { name, tradeName }: CompanyResult) {
  const verdicts = [compareCompanies(sent, name), compareCompanies(sent, tradeName)]
  return (['same', 'doubtful', 'other'] as const).find((one) => verdicts.includes(one))
}

export type Partner = {
  readonly document?: string | undefined
  readonly name?: string | undefined
}

export type Listed = NonNullable<CompanyResult['partners']>

/**
 * Whether every sent partner is in the register: false as soon as one surely is not, undefined while it is uncertain.
 */
function areListed(sent: readonly Partner[], listed: Listed): boolean | undefined {
  if (sent.length === 0 || listed.length === 0) return undefined
  const found = sent.map((partner) => isListed(partner, listed))
  if (found.includes(false)) return false
  return found.every((one) => one === true) ? true : undefined
}

/**
 * The people whom the register names: the partners, and the owner of a sole trader. `cnpj` is the company's own number.
 */
export function listRegistered(answer: CompanyResult, cnpj: string): Listed {
  const owner = soleTraderOf(answer, cnpj)
  return [...(answer.partners ?? []), ...(owner ? [owner] : [])]
}

/** A register that hides the owner's number puts the root of the company's own CNPJ before the name. */
function isRepresented(
  sent: readonly Partner[],
  answer: CompanyResult,
  cnpj: string,
): boolean | undefined {
  const owner = soleTraderOf(answer, cnpj)
  const isOwner =
    owner?.document === undefined &&
    sent.some((one) => owner && toDocument(one.document) && isSamePartner(one, owner) === true)
  return isOwner || isOneListed(sent, listRegistered(answer, cnpj))
}

/**
 * Whether the register names at least one of the sent partners. A common name proves nothing by itself, so the visible
 * digits of the number must agree too.
 */
function isOneListed(sent: readonly Partner[], listed: Listed): boolean | undefined {
  if (sent.length === 0 || listed.length === 0) return undefined
  const found = sent.flatMap((one) => listed.map((partner) => standsFor(one, partner)))
  if (found.includes(true)) return true
  return found.every((one) => one === false) ? false : undefined
}

function standsFor(sent: Partner, partner: Listed[number]): boolean | undefined {
  const is = isSamePartner(sent, partner)
  return is === true && compareNumbers(sent, partner) === undefined ? undefined : is
}

/** Whether a partner is in the register, by number or by name. */
function isListed(partner: Partner, listed: Listed): boolean | undefined {
  const found = listed.map(
    (one) => compareNumbers(partner, one) === 'whole' || isSamePartner(partner, one),
  )
  if (found.includes(true)) return true
  return found.every((one) => one === false) ? false : undefined
}

/**
 * Compares by the number as far as the register shows it, and by name, because the lists are searched by the name that
 * the client sent. A whole number with another name is neither surely the partner nor surely somebody else.
 */
export function isSamePartner(partner: Partner, listed: Listed[number]): boolean | undefined {
  const compared = compareNumbers(partner, listed)
  if (compared === 'differs') return false
  const isNamed = sameBy[listed.kind](partner.name, listed.name)
  return compared === 'whole' && isNamed === false ? undefined : isNamed
}

/** A foreigner may be a person or a company. */
const sameBy = {
  person: isSamePerson,
  company: isSameCompany,
  foreign: isSameForeigner,
  unknown: isSamePerson,
} as const

function isSameForeigner(sent: string | undefined, known: string | undefined): boolean | undefined {
  const found = [isSamePerson(sent, known), isSameCompany(sent, known)]
  if (found.includes(true)) return true
  return found.includes(undefined) ? undefined : false
}

/** Undefined when one of them shows no number. */
function compareNumbers(
  { document: sent }: Partner,
  { document = '' }: Listed[number],
): 'whole' | 'shown' | 'differs' | undefined {
  const digits = toDocument(sent) ?? ''
  const shown = document.replaceAll('*', '')
  if (digits === '' || shown === '') return undefined
  if (document === shown) return digits === shown ? 'whole' : 'differs'
  return digits.slice(3, 9) === shown ? 'shown' : 'differs'
}

/** Whole months from a date to now. */
function monthsBetween(from: string, now: Date): number {
  const [year = 0, month = 1, day = 1] = from.split('-').map(Number)
  const months = (now.getUTCFullYear() - year) * 12 + now.getUTCMonth() + 1 - month
  return now.getUTCDate() < day ? months - 1 : months
}

/** A record with the fact, or an empty one when its value is unknown. */
export const ifKnown = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  // Safe because the only key is the fact's name.
  (value === undefined ? {} : { [name]: value }) as { [K in Name]?: Value }
