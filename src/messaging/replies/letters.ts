// What was typed, as plain letters: without case, accents and what cannot be seen. How it was disguised is kept, because
// a disguised text can be a no and never is a yes.
import lookAlikes from './vocabulary/look-alikes.json' with { type: 'json' }

/** More than any answer; what comes after it is not read. */
const lengthMax = 4_096

export type Plain = {
  readonly text: string
  /** Letters of another script, strikes, a turned direction, or more text than is read. */
  readonly isDisguised: boolean
  /** Other ways to see the same text: with a space where something invisible stands, and turned around. */
  readonly others: readonly string[]
}

const invisible = /[\p{Cf}\p{Co}\u034f\u115f\u1160\u3164\uffa0]/gu
const control = /[\p{Cc}--[\t\n\v\f\r\u0085]]/gv
const turning = /[\u202a-\u202e\u2066-\u2069]/u
/** Marks that cross a letter out. */
const striking = /[\u0334-\u0338\u20d2\u20d3\u20d8-\u20da\u20e0\u20e5\u20e6\u20ea\u20eb]/u
/** WhatsApp shows what stands between two of them as crossed out. */
const crossed = /~[^~]*~/u

/** Linear in the text, whose length is bounded. */
export function toPlain(typed: string): Plain {
  const cut = typed.slice(0, lengthMax).replaceAll('\u037e', '?')
  const given = repair(cut)
  const text = simplify(given)
  const seen = mapLookAlikes(text)
  const shown = simplify(given.replace(invisible, ' '))
  const isTurned = turning.test(given)
  return {
    text: seen,
    isDisguised:
      typed.length > lengthMax ||
      // A `?` that was taken for a lost letter may be a question after all.
      count(given, marks) !== count(cut, marks) ||
      seen !== text ||
      isTurned ||
      striking.test(given.normalize('NFKD')) ||
      crossed.test(given),
    others: [
      ...(shown === text ? [] : [mapLookAlikes(shown)]),
      ...(isTurned ? [Array.from(seen).toReversed().join('')] : []),
    ],
  }
}

/** The letters of one word, for words of the vocabulary and of labels. */
export const toLetters = (word: string): string => mapLookAlikes(simplify(word))

/** A letter that is typed on and on counts once. */
export const collapse = (word: string): string => word.replace(/(\p{L})\1+/gu, '$1')

function simplify(text: string): string {
  return text
    .replace(/(?<!\p{L})(n)[º°ª](?=\s|\d|$)/giu, ' nro ')
    .replace(/(?<=\p{L})[~^´`'’¨](?=\p{L})/gu, '')
    .normalize('NFKD')
    .slice(0, lengthMax * 2)
    .replace(/\p{M}/gu, '')
    .replace(invisible, '')
    .replace(control, '')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/gu, toDigit)
}

/** The digit of a script whose ten stand in order from one that is a multiple of 16, or 6 after it. */
function toDigit(character: string): string {
  const low = character.charCodeAt(0) & 0xf
  return String(character.charCodeAt(0) < 0x900 ? low : low - 6)
}

/** Accents that were lost on the way: `NÃ£o` is UTF-8 read as Latin-1, `N?o` is GSM that had no `ã`. */
function repair(text: string): string {
  return text
    .replace(/\u00c3([\u0080-\u00bf])/g, (_, low: string) =>
      String.fromCharCode(low.charCodeAt(0) + 0x40),
    )
    .replace(/(?<!\p{L})(n)[?\ufffd]o(?!\p{L})/giu, '$1ao')
    .replace(/(?<=\p{L})[?\ufffd]{1,2}(?=o(?!\p{L}))/giu, 'c')
}

const marks = /[?\ufffd]/g
const count = (text: string, form: RegExp): number => text.match(form)?.length ?? 0

const alike: ReadonlyMap<string, string> = new Map(
  Object.values(lookAlikes).flatMap((script) => Object.entries(script)),
)

const mapLookAlikes = (text: string): string =>
  text.replace(/[^\p{ASCII}]/gu, (character) => alike.get(character) ?? character)
