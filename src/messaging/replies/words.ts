// Splits a text into clauses of words. A comma ends a clause like a full stop, so a question after it does not turn the
// words before it into one.
import { collapse } from './letters.ts'

export type Word = {
  readonly kind: 'word' | 'number' | 'sign' | 'slash'
  /** The word in the vocabulary’s spelling. */
  readonly text: string
  /** The word as typed, in plain letters. */
  readonly plain: string
}

export type Clause = {
  readonly words: readonly Word[]
  readonly asks: boolean
  /** Words hidden by spaced letters, or by digits in place of letters: they can only count as a no. */
  readonly hidden: readonly string[]
}

const token =
  /(?<run>[\p{L}\p{N}]+)|(?<asking>[?¿؟❓❔‽])|(?<slash>[/\\|])|(?<end>[.,;!\n\r\u2028\u2029…¡]|(?<=\s)[-–—](?=\s+\p{L}))|(?<sign>[\p{Extended_Pictographic}\p{So}\p{Sc}%¬√+×÷])/gu

/** Modifiers of emoji, which carry no meaning here. */
const looks = /[\u2640\u2642\u00a9\u00ae\u2122]|\p{Emoji_Modifier}/u

const wordMax = 40

/** Also used for the separator within an amount. */
const stroke = { kind: 'slash', text: '/', plain: '/' } as const

type Spell = (word: string) => string

/** `spell` gives the vocabulary’s spelling of a word or an emoji. */
export function splitClauses(text: string, spell: Spell): readonly Clause[] {
  const clauses: { words: Word[]; asks: boolean; leet: string[] }[] = []
  let current = { words: [] as Word[], asks: false, leet: [] as string[] }
  const end = () => {
    if (current.words.length > 0) clauses.push(current)
    current = { words: [], asks: false, leet: [] }
  }
  for (const match of text.matchAll(token)) {
    const { run, asking, slash, sign } = match.groups ?? {}
    if (run !== undefined) {
      current.words.push(...splitRun(run, spell))
      if (/\p{L}/u.test(run) && /\d/.test(run)) current.leet.push(spell(collapse(unmask(run))))
    } else if (asking !== undefined) {
      // A question mark that stands alone belongs to the clause before it.
      const asked = current.words.length > 0 ? current : clauses.at(-1)
      if (asked) asked.asks = true
      else clauses.push({ words: [], asks: true, leet: [] })
      end()
    } else if (slash !== undefined) current.words.push(stroke)
    else if (sign !== undefined) {
      if (!looks.test(sign)) current.words.push({ kind: 'sign', text: spell(sign), plain: sign })
    } else if (isInNumber(text, match.index)) current.words.push(stroke)
    else end()
  }
  end()
  return clauses.map(({ words, asks, leet }) => ({
    words,
    asks,
    hidden: [...leet, ...joinSingles(words, spell)],
  }))
}

/** `1,50` is one amount. */
const isInNumber = (text: string, at: number): boolean =>
  /[.,]/.test(text.charAt(at)) && /\d/.test(text.charAt(at - 1)) && /\d/.test(text.charAt(at + 1))

/** Splits `1sim` into number and word. */
function splitRun(run: string, spell: Spell): Word[] {
  return [...run.matchAll(/\p{Nd}+|[^\p{Nd}]+/gu)].flatMap(([part]): Word[] =>
    /^\p{Nd}/u.test(part)
      ? [{ kind: 'number', text: part.replace(/^0(?=\d$)/, ''), plain: part }]
      : spell(collapse(part.slice(0, wordMax)))
          .split(' ')
          .map((text, at) => ({ kind: 'word', text, plain: at === 0 ? part : '' })),
  )
}

const masks: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

const unmask = (run: string): string =>
  run.slice(0, wordMax).replace(/\d/g, (digit) => masks[digit] ?? digit)

/** Joins spaced letters: `n ã o` and `g.o.l.p.e`. */
function joinSingles(words: readonly Word[], spell: Spell): string[] {
  const joined: string[] = []
  let letters = ''
  for (const { kind, plain } of [...words, stroke]) {
    if (kind === 'word' && plain.length === 1) letters += plain
    else {
      if (letters.length > 2) joined.push(spell(collapse(letters)))
      letters = ''
    }
  }
  return joined
}
