// The legal forms of companies, Brazilian and foreign, which are removed from a name before it is compared.
import table from './data/legal-forms.json' with { type: 'json' }
import { toFirst, wordsIn } from './rows.ts'

/** `any` is a form that says no kind: only the size of the company, its liquidation, or something vaguer. */
type FormKind = 'limited' | 'shares' | 'partners' | 'any'

export type LegalForm = { readonly kind: FormKind; readonly isForeign: boolean }

/** A word of a name; `isRun` marks letters that stood apart and are joined here, as in `A. B.` */
export type ReadWord = { readonly text: string; readonly isRun: boolean }

type Known = LegalForm & { readonly words: readonly string[] }

const isKind = (text: string): text is FormKind =>
  text === 'limited' || text === 'shares' || text === 'partners'

const formsIn = (groups: typeof table.foreign, isForeign: boolean): Known[] =>
  groups.flatMap(({ kind, forms }) =>
    forms
      .flatMap((row) => row.split(', '))
      .map((form) => ({
        words: form.split(' '),
        kind: isKind(kind) ? kind : ('any' as const),
        isForeign,
      })),
  )

/** Words that are common in Portuguese, so they are legal forms only when points separate their letters. */
const dotted = new Set(wordsIn([table.dotted]))
export const isDottedForm = (word: string): boolean => dotted.has(word)
/** Words of other languages in Latin letters, such as `pao`; in Cyrillic ones they are forms. */
const cyrillic = toFirst(table.cyrillic)
export const withoutLatinSense = (word: string): string => cyrillic.get(word) ?? word

const known: readonly Known[] = [
  ...formsIn(table.brazilian, false),
  ...formsIn(table.foreign, true),
  ...[...dotted].map((word) => ({ words: [word], kind: 'shares' as const, isForeign: true })),
]
const byEnd = Map.groupBy(
  known.toSorted((one, other) => other.words.length - one.words.length),
  ({ words }) => words.at(-1),
)
const leading = Map.groupBy(
  table.leading
    .flatMap((row) => row.split(', '))
    .map((form) => form.split(' '))
    .toSorted((one, other) => other.length - one.length),
  ([first]) => first,
)
const [gluedBefore, gluedBehind] = [wordsIn([table.glued.before]), wordsIn([table.glued.behind])]

/**
 * The name without its legal forms; no words remain if it has only forms. Of several forms the last one that says a
 * kind counts.
 */
export function withoutForms(all: readonly ReadWord[]): {
  readonly words: readonly ReadWord[]
  readonly form: LegalForm | undefined
} {
  let words = unglue(all)
  let form: LegalForm | undefined
  for (let found = formAtEnd(words, form); found; found = formAtEnd(words, form)) {
    words = words.slice(0, -found.words.length)
    if (form === undefined || form.kind === 'any')
      form = { kind: found.kind, isForeign: found.isForeign }
  }
  // Brazilian companies write their form at the end, so a form at the beginning belongs to the name.
  if (form !== undefined && !form.isForeign) return { words, form }
  const before = leading
    .get(words[0]?.text)
    ?.find((one) => one.length < words.length && one.every((word, at) => words[at]?.text === word))
  if (!before) return { words, form }
  return { words: words.slice(before.length), form: form ?? formOf(before) }
}

const formOf = (words: readonly string[]): LegalForm | undefined =>
  byEnd.get(words.at(-1))?.find((one) => one.words.join(' ') === words.join(' '))

function formAtEnd(words: readonly ReadWord[], before: LegalForm | undefined): Known | undefined {
  const last = words.at(-1)
  return byEnd.get(last?.text)?.find((form) => {
    const start = words.length - form.words.length
    if (form.words.some((word, at) => words[start + at]?.text !== word)) return false
    if (dotted.has(form.words[0] ?? '') && last?.isRun !== true) return false
    // `SA Ltda` and `Corp Ltda` are names with a form, while `Ltda ME` is two forms.
    if (start === 0)
      return !form.isForeign && (before === undefined || (last?.text ?? '').length > 3)
    return !form.isForeign || before === undefined
  })
}

/** Separates forms that are glued to a word, as in `JSCARGUMENTA`: no word begins or ends with these letters. */
function unglue(words: readonly ReadWord[]): readonly ReadWord[] {
  const [first, last] = [words[0], words.at(-1)]
  const before = gluedBefore.find((form) => isGlued(first, form, 'startsWith'))
  if (first && before) {
    const rest = { text: first.text.slice(before.length), isRun: false }
    return unglue([rest, ...words.slice(1), { text: before, isRun: false }])
  }
  const behind = gluedBehind.find((form) => isGlued(last, form, 'endsWith'))
  if (!last || !behind) return words
  const rest = { text: last.text.slice(0, -behind.length), isRun: false }
  return [...words.slice(0, -1), rest, { text: behind, isRun: false }]
}

const isGlued = (word: ReadWord | undefined, form: string, way: 'startsWith' | 'endsWith') =>
  word !== undefined && word.text.length >= form.length + 3 && word.text[way](form)
