// Counts the segments of an SMS: in septets where every character is of the GSM 7-bit alphabet (3GPP TS 23.038),
// otherwise in 16-bit units, of which a segment holds less than half as many.

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§' +
    '¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Characters that take two septets, an escape and the character. */
const extended = new Set('\f^{}\\[~]|€')

export type SmsSize = {
  readonly encoding: 'gsm-7' | 'ucs-2'
  /** Septets or 16-bit units. */
  readonly units: number
  /** The number of messages that are sent and billed. */
  readonly segments: number
}

const capacity = {
  // In joined messages one unit less per segment than the standard allows, which every vendor supports.
  'gsm-7': { alone: 160, joined: 152 },
  'ucs-2': { alone: 70, joined: 66 },
} as const

export function measureSms(text: string): SmsSize {
  const characters = Array.from(text)
  const encoding = findForeign(text) === undefined ? 'gsm-7' : 'ucs-2'
  const sizes = characters.map((character) =>
    encoding === 'ucs-2' ? character.length : septets(character),
  )
  const units = sizes.reduce((sum, size) => sum + size, 0)
  const { alone, joined } = capacity[encoding]
  return { encoding, units, segments: units <= alone ? 1 : countJoined(sizes, joined) }
}

/** The first character that would force the whole message into UCS-2. */
export function findForeign(text: string): string | undefined {
  return Array.from(text).find((character) => !basic.has(character) && !extended.has(character))
}

/** Converts a text to GSM-7: accents that the alphabet lacks are removed, and so are all other foreign characters. */
export function toGsm(text: string): string {
  const written = Array.from(text, (character) =>
    basic.has(character) ? character : character.normalize('NFKD').replace(/\p{M}/gu, ''),
  )
  return Array.from(written.join(''))
    .filter((character) => basic.has(character) || extended.has(character))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

const septets = (character: string) => (extended.has(character) ? 2 : 1)

/** A character is never split between two segments. */
function countJoined(sizes: readonly number[], capacityOfOne: number): number {
  let segments = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > capacityOfOne) {
      segments += 1
      used = 0
    }
    used += size
  }
  return segments
}
