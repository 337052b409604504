// Compares two numbers: whether they belong to the same person or company. Pure.
import { toCountry } from '#src/journey/transaction/country-rules.ts'
import { cnpjCheckDigitsHold, cpfCheckDigitsHold } from '#src/platform/check-digits.ts'
import type { ForeignNumber } from '#src/screening/wire/request.ts'
import type { ListMatch } from '#src/screening/wire/schema.ts'

/** As many digits as registers show of a masked CPF; fewer agreeing digits would fit too many people. */
const shownLeast = 6

/**
 * The first eight characters of a CNPJ, its root, identify the legal person; the order number and check digits identify
 * the branch.
 */
const cnpjLength = 14
const rootLength = 8

const holderOf = (number: string): string =>
  number.length === cnpjLength ? number.slice(0, rootLength) : number

export type Agreement = 'whole' | 'shown' | 'differs'

/**
 * Undefined when too little is shown, or the numbers are of different kinds; foreign numbers may have as many digits.
 */
export function compareNumbers(asked: string, listed: string): Agreement | undefined {
  if (asked === listed) return 'whole'
  if (listed.length !== asked.length || !isBrazilian(listed)) return undefined
  const [holder, shown] = [holderOf(asked), holderOf(listed)]
  if (!agrees(holder, shown)) return 'differs'
  if (!shown.includes('*')) return 'whole'
  // Agreeing order number and check digits mean the same branch.
  const agreed = agrees(asked, listed) ? listed : shown
  return agreed.replaceAll('*', '').length < shownLeast ? undefined : 'shown'
}

const agrees = (whole: string, shown: string): boolean =>
  Array.from(shown).every((one, at) => one === '*' || one === whole[at])

const isBrazilian = (listed: string): boolean =>
  listed.includes('*')
    ? /[^*]/.test(listed)
    : cpfCheckDigitsHold(listed) || cnpjCheckDigitsHold(listed)

/** The key of an entry in the index; undefined when the number is partly hidden, so that only its name can find it. */
export function keyOfListed(listed: string): string | undefined {
  const isWhole = !holderOf(listed).includes('*')
  if (listed.length === cnpjLength && isWhole && isBrazilian(listed)) return keyOfRoot(listed)
  return listed.includes('*') ? undefined : listed
}

export const keysOfNumber = (asked: string): readonly string[] =>
  asked.length === cnpjLength ? [asked, keyOfRoot(asked)] : [asked]

/** The slash keeps the key apart from document numbers, which may have eight digits too. */
const keyOfRoot = (cnpj: string): string => `${holderOf(cnpj)}/`

type ListedNumbers = Pick<ListMatch, 'documents' | 'countries'>

/**
 * Whether a listed person has exactly this number. Two states may issue the same number, so a listed person of other
 * countries does not count. A different number does not mean another person, because people have several passports.
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
