// How light a picture is: in the dark paper has no pattern and a card no colours that could be told from grain.
import { type Picture, unpack } from '../open-image.ts'

const width = 160
/** Paper in good light has some 235. */
const lightLevel = 235
/** Of 235; a typed page in grain that is made so light would look like a patterned one. */
const darkBelow = 125

/** By how much the picture would have to be lit to look as in good light; undefined where it is too dark for that. */
export async function findGain({ image }: Picture): Promise<number | undefined> {
  const small = image.clone().resize({ width, height: width, fit: 'inside' }).removeAlpha()
  const data = await unpack(small.toColourspace('b-w').raw().toBuffer())
  const level = data.toSorted()[Math.floor(0.9 * data.length)] ?? 0
  return level < darkBelow ? undefined : Math.max(1, lightLevel / level)
}
