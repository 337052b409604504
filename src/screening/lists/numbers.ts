// Whether two numbers are those of one person or company. Pure.
import { toCountry } from '#src/journey/transaction/country-rules.ts'
import { cnpjCheckDigitsHold, cpfCheckDigitsHold } from '#src/platform/check-digits.ts'
import type { ForeignNumber } from '#src/screening/wire/request.ts'
import type { ListMatch } from '#src/screening/wire/schema.ts'

/** As registers mask a CPF; fewer digits that agree are those of too many. */
const shownLeast = 6

/** The first eight characters of a CNPJ, its root, are the legal person's; order number and check digits are a branch's. */
const cnpjLength = 14
const rootLength = 8

const holderOf = (number: string): string =>
  number.length === cnpjLength ? number.slice(0, rootLength) : number

export type Agreement = 'whole' | 'shown' | 'differs'

/** Undefined: too little is shown, or they are of different kinds: those of other countries can have as many digits. */
export function compareNumbers(asked: string, listed: string): Agreement | undefined {
  if (asked === listed) return 'whole'
  if (listed.length !== asked.length || !isBrazilian(listed)) return undefined
  const [holder, shown] = [holderOf(asked), holderOf(listed)]
  if (!agrees(holder, shown)) return 'differs'
  if (!shown.includes('*')) return 'whole'
  // For the same branch its order number and check digits agree too.
  const agreed = agrees(asked, listed) ? listed : shown
  return agreed.replaceAll('*', '').length < shownLeast ? undefined : 'shown'
}

const agrees = (whole: string, shown: string): boolean =>
  Array.from(shown).every((one, at) => one === '*' || one === whole[at])

const isBrazilian = (listed: string): boolean =>
  listed.includes('*')
    ? /[^*]/.test(listed)
    : cpfCheckDigitsHold(listed) || cnpjCheckDigitsHold(listed)

/** What an index has an entry under; undefined: its holder is hidden in part, and nobody's without a name. */
export function keyOfListed(listed: string): string | undefined {
  const isWhole = !holderOf(listed).includes('*')
  if (listed.length === cnpjLength && isWhole && isBrazilian(listed)) return keyOfRoot(listed)
  return listed.includes('*') ? undefined : listed
}

export const keysOfNumber = (asked: string): readonly string[] =>
  asked.length === cnpjLength ? [asked, keyOfRoot(asked)] : [asked]

/** No number of a document: what is listed may have eight digits too. */
const keyOfRoot = (cnpj: string): string => `${holderOf(cnpj)}/`

type ListedNumbers = Pick<ListMatch, 'documents' | 'countries'>

/**
 * Whether a listed person has the very number. Two states may issue one number, so that of a person of other countries
 * says nothing; and no other number says that it is somebody else, since people have several passports.
 */
export function hasForeign(
  { number, country }: ForeignNumber,
  { documents = [], countries = [] }: ListedNumbers,
): boolean {
  if (!documents.some((one) => bare(one) === number)) return false
  const known = countries.map(toCountry)
  const isUnsaid = country === undefined || known.length === 0 || known.includes(undefined)
  return isUnsaid || known.includes(country)
}

const bare = (number: string) => number.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase()
