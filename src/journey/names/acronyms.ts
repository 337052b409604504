// The acronyms of companies: `PDVSA` for Petróleos de Venezuela S.A., `NIOC` for National Iranian Oil Company.
import type { CompanyWord } from './company-words.ts'
import type { LegalForm } from './legal-forms.ts'

/** The fewest letters of an acronym from two words and a legal form: shorter ones would fit too many companies. */
const withFormFrom = 4

/** The acronyms of a name. It needs three words, or two and a legal form; a single word may itself be an acronym. */
export function acronymsOf(
  words: readonly CompanyWord[],
  form: LegalForm | undefined,
  formWords: readonly string[],
): string[] {
  const [first, ...more] = words
  const tails = isCounted(form) ? tailsOf(formWords) : []
  if (first && more.length === 0) return [first.text, ...tails.map((tail) => first.text + tail)]
  const whole = words.filter(({ kind }) => kind !== 'particle')
  const heads = [whole, words].map((some) => firstLettersOf(some.map(({ initial }) => initial)))
  const longer = tails.flatMap((tail) => heads.map((head) => head + tail))
  const isLong = ({ length }: string) => length >= withFormFrom
  const alone = whole.length < 3 ? [] : heads.filter((head, at) => at === 0 || isLong(head))
  return [...new Set([...alone, ...(whole.length < 2 ? [] : longer.filter(isLong))])]
}

/**
 * The letters that a legal form may add to an acronym; also those of its first word alone, such as the `SA` of `S.A. de
 * C.V.`
 */
const tailsOf = (form: readonly string[]): string[] =>
  [form.join(''), firstLettersOf(form), form[0] ?? ''].filter((tail) => tail !== '')

/** Whether the letters of the form are part of acronyms: those of a Brazilian Ltda never are. */
const isCounted = (form: LegalForm | undefined): boolean =>
  form !== undefined && (form.isForeign || form.kind === 'shares')

const firstLettersOf = (words: readonly string[]): string =>
  words.map((word) => word.slice(0, 1)).join('')

type Named = { readonly words: readonly unknown[]; readonly acronyms: readonly string[] }

export const isAcronymOf = (short: Named, long: Named): boolean =>
  short.words.length === 1 &&
  long.words.length > 1 &&
  short.acronyms.some((one) => long.acronyms.includes(one))
