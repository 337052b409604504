// Turns a file or a video frame into the picture that is sent: upright, of bounded size, without camera metadata.

const sideMax = 2_000
const jpegQuality = 0.88

/** The size at which a picture is sent. */
export function fit(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, sideMax / Math.max(width, height, 1))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** Decoded small, so that a picture of 40 megapixels fits into a phone; rejects for what is no picture. */
export async function decodeFile(file: Blob): Promise<ImageBitmap> {
  const whole = await createImageBitmap(file, { resizeWidth: sideMax, resizeQuality: 'high' })
  // Small pictures are not made larger, and tall ones not higher than wide ones are wide.
  const { width, height } = whole
  if (height <= sideMax) return whole
  const fitted = fit(width, height)
  const smaller = await createImageBitmap(whole, {
    resizeWidth: fitted.width,
    resizeHeight: fitted.height,
    resizeQuality: 'high',
  })
  whole.close()
  return smaller
}

export function toJpeg(
  source: CanvasImageSource,
  width: number,
  height: number,
  quality = jpegQuality,
): Promise<Blob> {
  return encode(draw(source, width, height), quality)
}

export function draw(source: CanvasImageSource, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(source, 0, 0, width, height)
  return canvas
}

export function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('no picture'))),
      'image/jpeg',
      quality,
    )
  })
}
