// How alike the name of an entry is, and what of it is enough for the entry to count. Pure.
import type { DateAgreement } from '#src/journey/dates/compare-dates.ts'
import type { NameComparison, NameMatch } from '#src/journey/names/verdict.ts'

/** `transliterated`: the same in other letters, which is doubtful, and more than a name that is merely like it. */
export type Likeness = NameMatch | 'transliterated'

/** The most alike first. */
const likenesses = ['same', 'transliterated', 'doubtful', 'other'] as const

export const likenessOf = ({ verdict, reasons }: NameComparison<string>): Likeness =>
  verdict === 'doubtful' && reasons.includes('transliterated') ? 'transliterated' : verdict

/** The likeness of an entry of a list that is searched here: where nothing could be compared, it is not found. */
export const likenessOfListed = (comparison: NameComparison<string>): Likeness =>
  comparison.reasons.some((one) => one === 'other-script' || one === 'unreadable')
    ? 'other'
    : likenessOf(comparison)

/** For a name that many people bear: the same name is doubtful, and a similar one does not count. */
export const weaken = (likeness: Likeness): Likeness =>
  likeness === 'same' || likeness === 'transliterated' ? 'doubtful' : 'other'

/** Undefined: there was no name. */
export const mostAlike = (some: readonly Likeness[]): Likeness | undefined =>
  likenesses.find((one) => some.includes(one))

/**
 * Whether it counts by its name, whatever threshold its source has; a doubtful one only with a date that agrees: with one
 * that may be meant too many would.
 */
export const countsByName = (
  likeness: Likeness | undefined,
  date: DateAgreement | undefined,
): boolean =>
  likeness === 'same' ||
  likeness === 'transliterated' ||
  (likeness === 'doubtful' && date === 'agrees')
