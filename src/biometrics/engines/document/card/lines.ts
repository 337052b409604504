// Finds the straight lines of a picture by the Hough transform, in which each edge votes only for lines in its own
// direction.
import { angleBetween, type Edges } from './edges.ts'
import type { Point } from './homography.ts'

/** `x cos + y sin = offset`; the angle of its normal is in degrees from 0 to 179. */
export type Line = { readonly angle: number; readonly offset: number; readonly votes: number }

const binWidth = 2
/** The most degrees by which an edge may deviate from its line. */
const offMax = 5
const linesMax = 48
const votesMin = 22

const cosines = Float64Array.from({ length: 180 }, (_, at) => Math.cos((at * Math.PI) / 180))
const sines = Float64Array.from({ length: 180 }, (_, at) => Math.sin((at * Math.PI) / 180))

/** Finds the strongest first. */
export function findLines({ width, height, angles, dots }: Edges): Line[] {
  const reach = Math.ceil(Math.hypot(width, height) / binWidth)
  const bins = 2 * reach + 1
  const votes = new Uint16Array(180 * bins)
  for (const dot of dots) {
    const [x, y, own] = [dot % width, Math.floor(dot / width), angles[dot] ?? 0]
    for (let off = -offMax; off <= offMax; off++) {
      const angle = (own + off + 180) % 180
      const offset = x * (cosines[angle] ?? 0) + y * (sines[angle] ?? 0)
      const at = angle * bins + reach + Math.round(offset / binWidth)
      votes[at] = (votes[at] ?? 0) + 1
    }
  }
  const peaks: Line[] = []
  for (let at = 0; at < votes.length; at++) {
    const count = votes[at] ?? 0
    if (count < votesMin) continue
    const [angle, offset] = [Math.floor(at / bins), ((at % bins) - reach) * binWidth]
    peaks.push({ angle, offset, votes: count })
  }
  const kept: Line[] = []
  for (const peak of peaks.toSorted((a, b) => b.votes - a.votes)) {
    if (kept.length === linesMax) break
    if (!kept.some((line) => isSame(line, peak))) kept.push(peak)
  }
  return kept
}

function isSame(one: Line, other: Line): boolean {
  if (angleBetween(one.angle, other.angle) > 3) return false
  // Across the seam at 180 degrees the normal points the other way.
  const isTurned = Math.abs(one.angle - other.angle) > 90
  return Math.abs(one.offset - (isTurned ? -other.offset : other.offset)) < 7
}

/** Where two lines cross; undefined when they are parallel. */
export function crossing(one: Line, other: Line): Point | undefined {
  const [c1, s1] = [cosines[one.angle] ?? 0, sines[one.angle] ?? 0]
  const [c2, s2] = [cosines[other.angle] ?? 0, sines[other.angle] ?? 0]
  const whole = c1 * s2 - c2 * s1
  if (Math.abs(whole) < 0.1) return undefined
  return {
    x: (one.offset * s2 - other.offset * s1) / whole,
    y: (c1 * other.offset - c2 * one.offset) / whole,
  }
}
