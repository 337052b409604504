// Measures pictures in a worker, so that the page stays responsive.
import type { Question } from './measuring.ts'
import { checkWidth, measure } from './quality.ts'

type Scope = {
  onmessage: ((event: MessageEvent<Question>) => void) | null
  postMessage(message: unknown): void
}
// The global scope of a worker, which the types of a page do not declare.
const scope = globalThis as unknown as Scope

scope.onmessage = ({ data: { id, picture, inset } }) => {
  const width = Math.min(checkWidth, picture.width)
  const height = Math.max(1, Math.round((picture.height * width) / picture.width))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return scope.postMessage({ id })
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  picture.close()
  scope.postMessage({ id, quality: measure(context.getImageData(0, 0, width, height), inset) })
}
