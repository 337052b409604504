// Examines every frame that a video shows, to detect that a film repeats.
import { createRepeats } from './repeats.ts'

const [width, height] = [64, 48]

/** Watches every frame of the video for repeats, in browsers that report frames. */
export function watchRepeats(video: HTMLVideoElement): { isPlayedAgain(): boolean; stop(): void } {
  const repeats = createRepeats()
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  let isOver = !('requestVideoFrameCallback' in video)
  const look = () => {
    if (isOver || !context) return
    context.drawImage(video, 0, 0, width, height)
    repeats.note(digestOf(context.getImageData(0, 0, width, height).data))
    video.requestVideoFrameCallback(look)
  }
  if (!isOver) video.requestVideoFrameCallback(look)
  return {
    isPlayedAgain: () => repeats.isPlayedAgain(),
    stop() {
      isOver = true
    },
  }
}

/** Two FNV-1a hashes with different seeds: different pictures almost never have the same ones. */
function digestOf(bytes: Uint8ClampedArray): string {
  let [one, other] = [0x811c9dc5, 0x01000193]
  for (const byte of bytes) {
    one = Math.imul(one ^ byte, 0x01000193)
    other = Math.imul(other ^ byte, 0x85ebca6b)
  }
  return `${one}:${other}`
}
