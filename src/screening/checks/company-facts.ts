// What a registry's answer says of the transaction's own company, against what was sent of it. Pure.
import type { Known } from '#src/journey/facts/vocabulary/fact.ts'
import type { company } from '#src/journey/facts/vocabulary/things.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import type { CompanyResult } from '#src/screening/wire/schema.ts'
import { isSameCompany, isSamePerson } from './names.ts'
import { toDocument } from './subject.ts'

type Sent = Pick<StoredFields, 'documentType' | 'name' | 'cnaes' | 'partners'>

export function describeRegistry(
  answer: CompanyResult,
  sent: Sent,
  now: Date,
): Known<typeof company> {
  if (answer.found === undefined) return {}
  if (!answer.found) return { inRegistry: false }
  const { status, openedAt, headOffice } = answer
  return {
    inRegistry: true,
    ...(status !== undefined && status !== 'unknown' && { active: status === 'active' }),
    ...(openedAt !== undefined && { months: monthsBetween(openedAt, now) }),
    ...(headOffice !== undefined && { branch: !headOffice }),
    ...(sent.documentType === 'cnpj' && compareSent(sent, answer)),
  }
}

function compareSent({ name, cnaes = [], partners = [] }: Sent, answer: CompanyResult) {
  const codes = cnaes.map((code) => code.replace(/\D/g, '')).filter((code) => code.length === 7)
  const listed = answer.cnaes ?? []
  const nameMatches = isSameCompany(name, answer.name)
  const partnersListed = areListed(partners, answer.partners ?? [])
  return {
    ...(nameMatches !== undefined && { nameMatches }),
    ...(codes.length > 0 &&
      listed.length > 0 && { cnaesListed: codes.every((code) => listed.includes(code)) }),
    ...(partnersListed !== undefined && { partnersListed }),
  }
}

type Partner = { readonly document?: string; readonly name?: string }
type Listed = NonNullable<CompanyResult['partners']>

/** False as soon as one is surely missing. */
function areListed(sent: readonly Partner[], listed: Listed): boolean | undefined {
  if (sent.length === 0 || listed.length === 0) return undefined
  const found = sent.map((partner) => isListed(partner, listed))
  if (found.includes(false)) return false
  return found.every((one) => one === true) ? true : undefined
}

function isListed(partner: Partner, listed: Listed): boolean | undefined {
  const found = listed.map((one) => isPartner(partner, one))
  if (found.includes(true)) return true
  return found.every((one) => one === false) ? false : undefined
}

/** A whole number decides; one that shows six digits does with the name, and without numbers the name alone. */
function isPartner(partner: Partner, { document, name, kind }: Listed[number]) {
  const digits = toDocument(partner.document) ?? ''
  const shown = document?.replaceAll('*', '') ?? ''
  if (digits !== '' && shown !== '') {
    if (document === shown) return digits === shown
    if (digits.slice(3, 9) !== shown) return false
  }
  return kind === 'company' ? isSameCompany(partner.name, name) : isSamePerson(partner.name, name)
}

/** Whole months from a date to now. */
function monthsBetween(from: string, now: Date): number {
  const [year = 0, month = 1, day = 1] = from.split('-').map(Number)
  const months = (now.getUTCFullYear() - year) * 12 + now.getUTCMonth() + 1 - month
  return now.getUTCDate() < day ? months - 1 : months
}
