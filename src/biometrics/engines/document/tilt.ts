/** Where something dark stands, in pixels of a small picture. */
export type Dots = {
  readonly x: Uint16Array
  readonly y: Uint16Array
  readonly height: number
  readonly width: number
}

const tiltMax = 12
const coarse = 0.5
const fine = 0.1

/**
 * By how many degrees the rows of writing are turned clockwise: where they are level, dark rows and bright ones part
 * most sharply.
 */
export function findTilt(dots: Dots): number {
  const near = best(dots, 0, tiltMax, coarse)
  return best(dots, near, coarse, fine)
}

function best(dots: Dots, middle: number, reach: number, step: number): number {
  let found = { angle: middle, sharpness: sharpnessAt(dots, middle) }
  for (let angle = middle - reach; angle <= middle + reach + step / 2; angle += step) {
    const sharpness = sharpnessAt(dots, angle)
    if (sharpness > found.sharpness) found = { angle, sharpness }
  }
  return found.angle
}

function sharpnessAt({ x, y, width, height }: Dots, angle: number): number {
  const radians = (angle * Math.PI) / 180
  const sin = Math.sin(radians)
  const cos = Math.cos(radians)
  const offset = Math.ceil(width * Math.abs(sin)) + 1
  const rows = new Float64Array(height + 2 * offset + 2)
  for (let at = 0; at < x.length; at++) {
    const row = Math.round((y[at] ?? 0) * cos - (x[at] ?? 0) * sin) + offset
    rows[row] = (rows[row] ?? 0) + 1
  }
  let sum = 0
  for (let row = 1; row < rows.length; row++) sum += ((rows[row] ?? 0) - (rows[row - 1] ?? 0)) ** 2
  return sum
}
