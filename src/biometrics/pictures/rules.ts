// Recognises the same picture in spite of another size, light or compression, by a perceptual hash: which of the lowest
// frequencies of its brightness (discrete cosine transform) are stronger than the median. Pure.

/** The side in pixels of the small grey picture that is hashed. */
export const side = 32
const waves = 8
const bandDigits = 4
/**
 * The most differing bits of 63: a picture that was compressed and scaled again has 0 to 2, a card of the same layout
 * with another face 6 to 26.
 */
export const likeMax = 3

const cosines = Array.from({ length: waves }, (_, wave) =>
  Array.from({ length: side }, (_, at) => Math.cos((Math.PI * wave * (2 * at + 1)) / (2 * side))),
)

/** `grey` has a byte for each of 32 × 32 pixels. Returns sixteen hexadecimal digits, in bands of four. */
export function perceptualHash(grey: Uint8Array): string {
  const strengths: number[] = []
  for (let down = 0; down < waves; down++)
    for (let across = 0; across < waves; across++) {
      // The mean brightness is left out, because it depends on the light.
      if (down + across > 0) strengths.push(strengthOf(grey, across, down))
    }
  const middle = strengths.toSorted((a, b) => a - b)[Math.floor(strengths.length / 2)] ?? 0
  const bits = `0${strengths.map((one) => Number(one > middle)).join('')}`
  return (bits.match(/.{4}/g) ?? []).map((four) => Number.parseInt(four, 2).toString(16)).join('')
}

function strengthOf(grey: Uint8Array, across: number, down: number): number {
  let sum = 0
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      sum += (grey[y * side + x] ?? 0) * (cosines[across]?.[x] ?? 0) * (cosines[down]?.[y] ?? 0)
  return sum
}

/**
 * Cuts a hash into bands, each marked with its position: two hashes that differ in three bits share at least one band.
 */
export const bandsOf = (hash: string): string[] =>
  (hash.match(new RegExp(`.{${bandDigits}}`, 'g')) ?? []).map((band, at) => `${at}:${band}`)

/** The number of bits in which two hashes differ. */
export function differenceOf(one: string, other: string): number {
  if (one.length !== other.length) return Infinity
  const differing = one
    .split('')
    .map((digit, at) => Number.parseInt(digit, 16) ^ Number.parseInt(other[at] ?? '0', 16))
  return differing.reduce((sum, nibble) => sum + ones(nibble), 0)
}

const ones = (nibble: number): number => nibble.toString(2).replaceAll('0', '').length
