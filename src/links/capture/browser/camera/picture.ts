// Turns a file or a video frame into the picture that is sent: upright, of bounded size, without camera metadata.

const sideMax = 2_000
const jpegQuality = 0.88

/** The size at which a picture is sent. */
export function fit(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, sideMax / Math.max(width, height, 1))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/**
 * Decodes at reduced size, so that a picture of 48 megapixels fits into a phone’s memory, and never enlarges; rejects
 * for a file that is no picture.
 */
export async function decodeFile(file: Blob): Promise<ImageBitmap> {
  const whole = await measureFile(file)
  const { width, height } = fit(whole.width, whole.height)
  if (width === whole.width) return createImageBitmap(file)
  return createImageBitmap(file, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  })
}

/** The size of the upright picture, read from its header without decoding. */
async function measureFile(file: Blob): Promise<{ width: number; height: number }> {
  const address = URL.createObjectURL(file)
  try {
    const image = new Image()
    await new Promise((resolve, reject) => {
      image.addEventListener('load', resolve, { once: true })
      image.addEventListener('error', () => reject(new Error('no picture')), { once: true })
      image.src = address
    })
    return { width: image.naturalWidth, height: image.naturalHeight }
  } finally {
    URL.revokeObjectURL(address)
  }
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
