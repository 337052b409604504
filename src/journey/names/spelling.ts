// Spellings of one word: what Portuguese writes in several ways and says in one.
import table from './data/spellings.json' with { type: 'json' }

/** Equal for the usual spellings of a word in small letters without diacritics: `thiago` and `tiago`. */
export function spellingKey(word: string): string {
  const key = soundOf(word)
  return irregular.get(key) ?? key
}

const soundOf = (word: string): string =>
  word
    .replaceAll('ph', 'f')
    .replaceAll('th', 't')
    .replaceAll('chr', 'cr')
    .replaceAll('ck', 'k')
    .replaceAll('qu', 'q')
    .replaceAll('k', 'c')
    .replaceAll('y', 'i')
    .replaceAll('w', 'v')
    .replaceAll('z', 's')
    .replace(/(?<=[^cln])h/g, '')
    .replace(/(.)\1+/g, '$1')
    .replace(/^es(?=[cpt])/, 's')
    .replace(/ie$/, 'i')

/** Rows of words that are one name, though no rule says so. */
const irregular = new Map(
  table.flatMap((row) => {
    const [first = '', ...rest] = row.split(' ').map(soundOf)
    return rest.map((key) => [key, first] as const)
  }),
)
