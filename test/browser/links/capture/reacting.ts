// A person before the camera: waits for what is asked, begins after as long as a human needs, turns there and comes back.
// The pictures are of the film of person A; a page gets them as the stream of its camera.
import { filmFrames } from '#test/engines/biometrics/engines/pictures.ts'
import { grain } from './camera.ts'

/** Frames of the film on the way from the front to each side. */
const ways = { front: [0, 4, 8], left: [13, 17, 21, 22], right: [29, 33, 35, 37] } as const
const pictures = Object.fromEntries(
  Object.entries(ways).map(([side, at]) => [
    side,
    filmFrames(...at).map((frame) => frame.toString('base64')),
  ]),
)

/** Runs before the page's own scripts. */
export const person = `${grain};{
  const pictures = ${JSON.stringify(pictures)}
  const decode = (text) =>
    createImageBitmap(new Blob([Uint8Array.from(atob(text), (one) => one.codePointAt(0))], { type: 'image/jpeg' }))
  const [reactMs, mostMs, frameMs] = [300, 800, 90]
  if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = async () => {
    const ways = {}
    for (const [side, texts] of Object.entries(pictures)) ways[side] = await Promise.all(texts.map(decode))
    const canvas = document.createElement('canvas')
    // As an upright phone has it, at arm's length.
    const { width, height } = ways.front[0]
    canvas.width = height
    canvas.height = (height * 4) / 3
    const context = canvas.getContext('2d')
    context.fillStyle = '#667'
    let [heard, dueAt, side, at, shown] = ['', 0, 'left', -1, 0]
    const draw = () => {
      const to = document.getElementById('arrow')?.dataset.to ?? ''
      const asked = to === 'left' || to === 'right' ? to : ''
      if (asked !== heard) {
        heard = asked
        dueAt = performance.now() + reactMs + Math.random() * (mostMs - reactMs)
      }
      if (performance.now() >= dueAt) {
        if (heard === '') at = Math.max(-1, at - 1)
        else if (heard !== side && at >= 0) at -= 1
        else {
          side = heard
          at = Math.min(ways[side].length - 1, at + 1)
        }
      }
      shown += 1
      const picture = at < 0 ? ways.front[shown % ways.front.length] : ways[side][at]
      context.fillRect(0, 0, canvas.width, canvas.height)
      // Nobody comes back to where they were.
      const ms = performance.now()
      const near = 0.95 + 0.05 * Math.sin(ms / 3_100) + ms / 1_000_000
      const [x, y] = [8 * Math.sin(ms / 2_300), 5 * Math.sin(ms / 1_700)]
      const [wide, high] = [width * near, height * near]
      context.drawImage(picture, (canvas.width - wide) / 2 + x, (canvas.height - high) / 2 + y, wide, high)
    }
    draw()
    const drawing = setInterval(draw, frameMs)
    const stream = canvas.captureStream(1_000 / frameMs)
    const [track] = stream.getVideoTracks()
    const stop = track.stop.bind(track)
    track.stop = () => (clearInterval(drawing), stop())
    return stream
  }
}`
