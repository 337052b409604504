// Measures how alike a listed name is, and when that is enough for the entry to count. Pure.
import type { DateAgreement } from '#src/journey/dates/compare-dates.ts'
import type { NameComparison, NameMatch } from '#src/journey/names/verdict.ts'

/** `transliterated` means the same name in another script: doubtful, but more than a merely similar name. */
export type Likeness = NameMatch | 'transliterated'

/** The most alike values come first. */
const likenesses = ['same', 'transliterated', 'doubtful', 'other'] as const

export const likenessOf = ({ verdict, reasons }: NameComparison<string>): Likeness =>
  verdict === 'doubtful' && reasons.includes('transliterated') ? 'transliterated' : verdict

/** The likeness of an entry of our loaded lists; a name that cannot be compared is not found. */
export const likenessOfListed = (comparison: NameComparison<string>): Likeness =>
  comparison.reasons.some((one) => one === 'other-script' || one === 'unreadable')
    ? 'other'
    : likenessOf(comparison)

/** For a name that many people have: the same name is doubtful, and a similar one does not count. */
export const weaken = (likeness: Likeness): Likeness =>
  likeness === 'same' || likeness === 'transliterated' ? 'doubtful' : 'other'

/** Undefined when there was no name to compare. */
export const mostAlike = (some: readonly Likeness[]): Likeness | undefined =>
  likenesses.find((one) => some.includes(one))

/**
 * Whether an entry counts by its name, whatever the source's threshold. A doubtful name needs a birth date that agrees,
 * because a date that only may be meant would let too many pass.
 */
export const countsByName = (
  likeness: Likeness | undefined,
  date: DateAgreement | undefined,
): boolean =>
  likeness === 'same' ||
  likeness === 'transliterated' ||
  (likeness === 'doubtful' && date === 'agrees')
