import type { Inset } from './framing.ts'
import type { Quality } from './quality.ts'

/** Takes ownership of the picture. `inset` is the position of the frame over it. */
export type Measuring = (picture: ImageBitmap, inset?: Inset) => Promise<Quality | undefined>

export type Question = {
  readonly id: number
  readonly picture: ImageBitmap
  readonly inset: Inset | undefined
}

type Answer = { readonly id: number; readonly quality?: Quality }

/** The result is undefined where the browser cannot measure; then only the server judges. */
export function createMeasuring(): Measuring {
  const worker = new Worker(new URL('./quality.worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, (quality: Quality | undefined) => void>()
  let count = 0
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    waiting.get(data.id)?.(data.quality)
    waiting.delete(data.id)
  }
  worker.onerror = () => {
    for (const end of waiting.values()) end(undefined)
    waiting.clear()
  }
  return (picture, inset) =>
    new Promise((resolve) => {
      count += 1
      waiting.set(count, resolve)
      worker.postMessage({ id: count, picture, inset } satisfies Question, [picture])
    })
}
