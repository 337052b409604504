// Draws words from a seed by their frequency.
import givenRows from '#src/journey/names/data/given-names.json' with { type: 'json' }
import surnameRows from '#src/journey/names/data/surnames.json' with { type: 'json' }
import { wordsIn } from '#src/journey/names/rows.ts'
import type { Chance } from '#test/load/chance.ts'

export type Draw = (chance: Chance) => string

/**
 * `counted`: words with their number of bearers among `total`; the remainder is distributed over `rest`, with the nth
 * word proportional to 1/(n + 100).
 */
function weighted(
  counted: readonly (readonly [string, number])[],
  rest: readonly string[],
  total: number,
): Draw {
  const known = new Set(counted.map(([word]) => word))
  const others = rest.filter((word) => !known.has(word))
  const left = total - counted.reduce((sum, [, count]) => sum + count, 0)
  const share = left / others.reduce((sum, _, at) => sum + 1 / (at + 100), 0)
  const all = [...counted, ...others.map((word, at) => [word, share / (at + 100)] as const)]
  let sum = 0
  const ends = all.map(([, count]) => (sum += count))
  return (chance) => {
    const at = (chance.between(0, 999_999_999) / 1_000_000_000) * sum
    let [from, to] = [0, ends.length - 1]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((ends[middle] ?? 0) <= at) from = middle + 1
      else to = middle
    }
    return all[from]?.[0] ?? ''
  }
}

/** Draws one of the words, all equally likely. */
export const oneOf = (text: string): Draw => {
  const words = text.trim().split(/\s+/)
  return (chance) => words[chance.between(0, words.length - 1)] ?? ''
}

/** The census of 2022, in thousands (IBGE, Nomes no Brasil): bearers of each word as a first name. */
const givenCounts = [
  ['maria', 12284], ['jose', 5165], ['ana', 3949], ['joao', 3431], ['antonio', 2241], ['francisco', 1665], ['pedro', 1624],
  ['carlos', 1474], ['lucas', 1342], ['luiz', 1335], ['paulo', 1332], ['gabriel', 1211], ['marcos', 1083], ['davi', 877],
  ['rafael', 873], ['luis', 838], ['daniel', 771], ['miguel', 715], ['gustavo', 681], ['felipe', 677], ['francisca', 662],
  ['julia', 646], ['antonia', 553], ['juliana', 537], ['adriana', 534], ['fernanda', 521], ['marcia', 520], ['patricia', 499],
] as const // prettier-ignore
const people = 203_000

const surnameCounts = [
  ['silva', 34030], ['santos', 21367], ['oliveira', 11709], ['souza', 9197], ['pereira', 6888], ['ferreira', 6226],
  ['lima', 6095], ['alves', 5757], ['rodrigues', 5429], ['costa', 4861], ['sousa', 4797], ['gomes', 4047], ['nascimento', 3609],
  ['araujo', 3461], ['ribeiro', 3127], ['almeida', 3069], ['jesus', 2859], ['barbosa', 2738], ['soares', 2615], ['carvalho', 2600],
  ['martins', 2577], ['lopes', 2338], ['vieira', 2102], ['rocha', 2044], ['dias', 2035], ['goncalves', 2028], ['fernandes', 1836],
  ['santana', 1816], ['andrade', 1707], ['batista', 1703],
] as const // prettier-ignore
/** A person with two surnames counts twice. */
const surnamesBorne = 1.9 * people

/**
 * Shuffles a dictionary, which is sorted alphabetically, so that no initial is more frequent; very short names go to
 * the end.
 */
const mixed = (words: readonly string[]): string[] =>
  words.toSorted((one, other) => rankOf(one) - rankOf(other))
const rankOf = (word: string) => spread(word) + (word.length < 4 ? 2 ** 32 : 0)
const spread = (word: string) =>
  Array.from(word).reduce(
    (sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x9e37_79b1) >>> 7,
    7,
  )

export const givenName = weighted(givenCounts, mixed(wordsIn(givenRows)), people)
const dictionarySurname = weighted(surnameCounts, mixed(wordsIn(surnameRows)), surnamesBorne)

const vowels = oneOf('a e i o u a e o')
const begins = oneOf('b c d f g l m n p r s t v z br cr tr kr st sch k w z')
const ends = oneOf('ski n li tti no ro la er mann s z ck ni ra do t l')

/** Invents one of the many surnames that are in no dictionary. */
export const rareSurname: Draw = (chance) =>
  Array.from({ length: chance.between(1, 3) }, () => begins(chance) + vowels(chance)).join('') +
  ends(chance)

export const surname: Draw = (chance) =>
  chance.percent(12) ? rareSurname(chance) : dictionarySurname(chance)
