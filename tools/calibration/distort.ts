// One picture, taken worse: turned by degrees, darker, blurred, compressed, as cameras and hands do.
import sharp, { type Sharp } from 'sharp'

export type Distortion = { readonly name: string; readonly apply: (picture: Sharp) => Sharp }

const background = { r: 128, g: 128, b: 128 }

/** Clockwise. */
export const tilted = (degrees: number): Distortion => ({
  name: `tilt ${degrees}`,
  apply: (picture) => picture.rotate(degrees, { background }),
})

export const distortions: readonly Distortion[] = [
  { name: 'dark', apply: (picture) => picture.modulate({ brightness: 0.4 }) },
  { name: 'bright', apply: (picture) => picture.modulate({ brightness: 1.6 }) },
  { name: 'grey', apply: (picture) => picture.greyscale() },
  { name: 'blur 2', apply: (picture) => picture.blur(2) },
  { name: 'JPEG 20', apply: (picture) => picture.jpeg({ quality: 20 }) },
  // As a head leant back or forward is shorter in the picture.
  { name: 'squeezed 15 %', apply: (picture) => picture.affine([1, 0, 0, 0.85], { background }) },
  { name: 'slanted 8 %', apply: (picture) => picture.affine([1, 0.08, 0, 1], { background }) },
]

export async function distort(bytes: Uint8Array, { apply }: Distortion): Promise<Buffer> {
  const once = await apply(sharp(bytes)).toBuffer()
  return sharp(once).jpeg({ quality: 92 }).toBuffer()
}
