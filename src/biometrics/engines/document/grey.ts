// Whether a card has no colours: a photocopy of one has none but the tint of the light that it lies in.
import { type Picture, unpack } from '../open-image.ts'

const width = 160
/** Levels, of the most colourful twentieth. */
const colourMin = 9

/** `gain`: what makes it as light as in good light. */
export async function isGreyCard({ image }: Picture, gain: number): Promise<boolean> {
  const small = image.clone().resize({ width, height: width, fit: 'inside' }).blur(1).removeAlpha()
  const { data } = await unpack(small.raw().toBuffer({ resolveWithObject: true }))
  const mean = [0, 1, 2].map((colour) => {
    let sum = 0
    for (let at = colour; at < data.length; at += 3) sum += data[at] ?? 0
    return (3 * sum) / data.length
  })
  const [red = 1, green = 1, blue = 1] = mean
  const colours: number[] = []
  for (let at = 0; at < data.length; at += 3) {
    // As it would look in white light.
    const level = data[at + 1] ?? 0
    const more = Math.abs(((data[at] ?? 0) * green) / Math.max(1, red) - level)
    const other = Math.abs(((data[at + 2] ?? 0) * green) / Math.max(1, blue) - level)
    colours.push(Math.max(more, other))
  }
  const most = colours.toSorted((a, b) => a - b)[Math.floor(0.95 * colours.length)]
  return most !== undefined && gain * most < colourMin
}
