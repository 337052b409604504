// Reduces typed text to plain letters: without case, accents and invisible characters. It also reports disguises,
// because a disguised text can be a no but never a yes.
import lookAlikes from './vocabulary/look-alikes.json' with { type: 'json' }

/** In characters; longer than any answer, and the rest is not read. */
const lengthMax = 4_096

export type Plain = {
  readonly text: string
  /** The text has letters of another script, strikethrough, reversed direction, or more characters than are read. */
  readonly isDisguised: boolean
  /** Other possible readings: with spaces in place of invisible characters, and reversed. */
  readonly others: readonly string[]
}

const invisible = /[\p{Cf}\p{Co}\u034f\u115f\u1160\u3164\uffa0]/gu
const control = /[\p{Cc}--[\t\n\v\f\r\u0085]]/gv
const turning = /[\u202a-\u202e\u2066-\u2069]/u
/** Combining marks that strike a letter through. */
const striking = /[\u0334-\u0338\u20d2\u20d3\u20d8-\u20da\u20e0\u20e5\u20e6\u20ea\u20eb]/u
/** WhatsApp shows the text between two of these as struck through. */
const crossed = /~[^~]*~/u

/** Takes time linear in the text, whose length is limited. */
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
      // A `?` that was taken for a lost letter may have been a question mark.
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

/** The plain letters of one word, for the vocabulary and for labels. */
export const toLetters = (word: string): string => mapLookAlikes(simplify(word))

/** Reduces repeated letters to one. */
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

/** Converts a digit of another script: its ten digits follow each other from a multiple of 16, or 6 after one. */
function toDigit(character: string): string {
  const low = character.charCodeAt(0) & 0xf
  return String(character.charCodeAt(0) < 0x900 ? low : low - 6)
}

/** Restores accents lost in encoding: `NÃ£o` is UTF-8 read as Latin-1, `N?o` is GSM without `ã`. */
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
