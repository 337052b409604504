// Derives facts of a transaction's card, vehicle and company.
import type { GroupFacts } from '#src/journey/facts/vocabulary/fact.ts'
import type { card, company, vehicle } from '#src/journey/facts/vocabulary/things.ts'
import { comparePersonNames } from '#src/journey/names/persons.ts'
import { toCnae, plateFormatOf } from '#src/risk/numbers/codes.ts'
import { findState } from '#src/risk/numbers/states.ts'
import { cnpjCheckDigitsHold, cpfCheckDigitsHold } from '#src/platform/check-digits.ts'
import { hasNoCpf } from '#src/journey/transaction/rules.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { schemeOf, toBin } from '../card-scheme.ts'

export function describeCard(fields: StoredFields): GroupFacts<typeof card> {
  const { card: given } = fields
  if (!given || Object.values(given).every((part) => part.trim() === '')) return {}
  const bin = toBin(given.bin ?? '')
  const scheme = bin === undefined ? undefined : schemeOf(bin)
  const owner = bareDocument(given.ownerDocument ?? '')
  return {
    present: true,
    wellFormed: bin !== undefined && /^\d{4}$/.test(given.last4 ?? ''),
    ...(bin !== undefined && { schemeKnown: scheme !== undefined }),
    ...(scheme !== undefined && { scheme }),
    // The owner's number is a CPF or CNPJ, so a holder without either cannot be compared.
    ...(owner !== '' && !hasNoCpf(fields) && { ownerIsHolder: owner === fields.document }),
    ...compareOwner(given.ownerName, fields.name),
  }
}

/** Gives no fact when one of the names cannot be read. */
function compareOwner(owner = '', name = ''): Pick<GroupFacts<typeof card>, 'ownerName'> {
  const { verdict, reasons } = comparePersonNames(owner, name)
  return reasons.includes('unreadable') ? {} : { ownerName: verdict }
}

const bareDocument = (given: string) => given.replaceAll(/[./ -]/g, '').toUpperCase()

export function describeVehicle(
  { vehicle: given }: StoredFields,
  now: Date,
): GroupFacts<typeof vehicle> {
  if (!given || Object.keys(given).length === 0) return {}
  const { vehicleLicensePlate: plate = '', financingAmount, marketValue } = given
  const proposedYear = Number((given.proposedDate ?? now.toISOString()).slice(0, 4))
  const made = given.vehicleManufacturingYear
  return {
    present: true,
    ...(plate.trim() !== '' && { plateFormat: plateFormatOf(plate) ?? 'none' }),
    ...compareStates('plateInState', given.licensePlateState, given.vehicleRegistrationState),
    ...compareStates('storeInState', given.storeState, given.vehicleRegistrationState),
    ...(financingAmount !== undefined &&
      marketValue !== undefined &&
      marketValue > 0 && { financedShare: financingAmount / marketValue }),
    ...(made !== undefined && { years: proposedYear - made }),
  }
}

function compareStates<Fact extends string>(
  fact: Fact,
  one = '',
  other = '',
): { [K in Fact]?: boolean } {
  const [left, right] = [findState(one), findState(other)]
  // Safe because the only key is the fact's name.
  return left && right ? ({ [fact]: left === right } as { [K in Fact]: boolean }) : {}
}

/** The client's data about a company; a register's data come from the checks. */
export function describeCompany(fields: StoredFields): GroupFacts<typeof company> {
  const { documentType, cnaes = [], partners = [], legalRepresentatives = [] } = fields
  if (documentType !== 'cnpj') return {}
  return {
    cnaes: cnaes.length,
    malformedCnaes: cnaes.filter((code) => toCnae(code) === undefined).length,
    partners: partners.length,
    wrongPartners: partners.filter(hasWrongDocument).length,
    representatives: legalRepresentatives.length,
    wrongRepresentatives: legalRepresentatives.filter(hasWrongDocument).length,
  }
}

type Party = NonNullable<StoredFields['partners']>[number]

/** Without a given type, it follows from the number's length. */
function hasWrongDocument({ document: given = '', documentType = '' }: Party): boolean {
  const number = bareDocument(given)
  if (number === '') return false
  const type = documentType.trim().toLowerCase()
  if (type === 'cpf' || (type === '' && number.length === 11)) return !cpfCheckDigitsHold(number)
  if (type === 'cnpj' || type === '') return !cnpjCheckDigitsHold(number)
  return false
}
