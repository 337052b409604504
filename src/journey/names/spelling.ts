// Spelling keys: Portuguese writes one sound in several ways, and a key is equal for all of them.
import table from './data/spellings.json' with { type: 'json' }

/** Equal for the usual spellings of a word in small letters without diacritics: `thiago` and `tiago`. */
export function spellingKey(word: string): string {
  const key = soundOf(word)
  return irregular.get(key) ?? key
}

/**
 * Equal for all spellings of one sound: `xavier` and `chavier`. Two existing names may share it, such as Lúcia and
 * Luzia, so it counts only when one of the words is no known name.
 */
export const hearingKey = (word: string): string =>
  spellingKey(
    word
      .replace(/m(?=[^aeiouybp])/g, 'n')
      .replace(/cao$/, 'sao')
      .replace(/nca$/, 'nsa')
      .replace(/s?c(?=[eiy])/g, 's')
      .replace(/sh|(?<!^)ch(?!r)|^ch(?=[aeiou])/g, 'x')
      .replace(/x$/, 's')
      .replace(/ou/g, 'o')
      .replace(/ei(?=[xj]|red)/g, 'e')
      .replace(/l(?=[^aeiouhly])|l$/g, 'u'),
  )

/**
 * Which of the word's hisses are an `s` and which a `z`: `clarice` sounds like `clarisse`, `célia` not like `zélia`.
 */
export const hissesOf = (word: string): string =>
  word
    .replaceAll('sh', '')
    .replace(/s?c(?=[eiy])|ss/g, '.')
    .replace(/(?<=[aeiouy])s(?=[aeiouy])/g, 'z')
    .replace(/[.s]|z$/g, 's')
    .replace(/[^sz]/g, '')

/** Equal for small letters that text recognition confuses: `femanda` and `fernanda`. */
export const misreadKey = (word: string): string =>
  word.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('l', 'i').replaceAll('q', 'g')

const soundOf = (word: string): string =>
  word
    .replaceAll('zh', 'zj')
    .replaceAll('ph', 'f')
    .replaceAll('th', 't')
    .replaceAll('chr', 'cr')
    .replace(/sch(?=[ao])/g, 'sc')
    .replaceAll('ck', 'k')
    .replace(/y/g, 'i')
    .replaceAll('qu', 'q')
    .replace(/k(?=[ei])/g, 'q')
    .replaceAll('k', 'c')
    .replaceAll('w', 'v')
    .replaceAll('z', 's')
    .replace(/^g(?=[ei])/, 'j')
    .replace(/[cp](?=t)/g, '')
    .replace(/n(?=[bp])/g, 'm')
    .replace(/(?<=[^cln])h/g, '')
    .replace(/(.)\1+/g, '$1')
    .replace(/^es(?=[cpt])/, 's')
    .replace(/^ign/, 'in')
    .replace(/(?<=[ao])es$/, 'is')
    .replace(/(?<=..)eia$/, 'ea')
    .replace(/ie$/, 'i')
    .replace(/(?<=...[^aeiou])e$/, 'i')
    .replace(/(?<=...)m$/, 'n')

/** Rows of words that are one name although no rule makes them equal. */
const irregular = new Map(
  table.flatMap((row) => {
    const [first = '', ...rest] = row.split(' ').map(soundOf)
    return rest.map((key) => [key, first] as const)
  }),
)
