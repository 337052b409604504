// What a company is called in short: `PDVSA` for Petróleos de Venezuela S.A., `NIOC` for National Iranian Oil Company.
import type { CompanyWord } from './company-words.ts'
import type { LegalForm } from './legal-forms.ts'

/** Fewer letters, of two words and a form, would be those of too many. */
const withFormFrom = 4

/** Needs three words, or two and a legal form; a name of one word may itself be an acronym. */
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

/** What a legal form adds to an acronym; its first word alone too, as of `S.A. de C.V.` */
const tailsOf = (form: readonly string[]): string[] =>
  [form.join(''), firstLettersOf(form), form[0] ?? ''].filter((tail) => tail !== '')

/** Nobody counts the L of a Ltda. */
const isCounted = (form: LegalForm | undefined): boolean =>
  form !== undefined && (form.isForeign || form.kind === 'shares')

const firstLettersOf = (words: readonly string[]): string =>
  words.map((word) => word.slice(0, 1)).join('')

type Named = { readonly words: readonly unknown[]; readonly acronyms: readonly string[] }

export const isAcronymOf = (short: Named, long: Named): boolean =>
  short.words.length === 1 &&
  long.words.length > 1 &&
  short.acronyms.some((one) => long.acronyms.includes(one))
