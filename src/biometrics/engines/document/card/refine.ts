// Fits the sides of a card to the edges along them, more precisely than whole degrees and pixels.
import { type Edges, isEdge } from './edges.ts'
import { distanceOf, type Point, type Quad } from './homography.ts'

const reach = 3
/** Lines within three degrees count as one, so that one end of a side may be this far off. */
const movedMax = 15
/** A side with fewer edges stays as it is. */
const dotsMin = 20

/** A line by one of its points and its direction. */
type Side = { readonly at: Point; readonly along: Point }

export function refine(edges: Edges, quad: Quad): Quad {
  const sides = quad.map((from, at) => fit(edges, from, quad[(at + 1) % 4] ?? from))
  const corners = quad.map((corner, at) => {
    const [before, after] = [sides[(at + 3) % 4], sides[at]]
    const found = before && after && crossing(before, after)
    // A corner that has moved far comes from lines through something other than the card’s edges.
    return found && distanceOf(found, corner) < movedMax ? found : corner
  })
  // Safe because a quadrilateral has four corners.
  return corners as unknown as Quad
}

/** Fits the line that is nearest to the edges along a side (total least squares). */
function fit(edges: Edges, from: Point, to: Point): Side {
  const length = distanceOf(from, to)
  const [across, down] = [(to.x - from.x) / length, (to.y - from.y) / length]
  const normal = (Math.round((Math.atan2(across, -down) * 180) / Math.PI) + 360) % 180
  const dots: Point[] = []
  for (let along = 0.06 * length; along < 0.94 * length; along++)
    for (let aside = -reach; aside <= reach; aside++) {
      const x = Math.round(from.x + across * along - down * aside)
      const y = Math.round(from.y + down * along + across * aside)
      if (isEdge(edges, { x, y }, normal)) dots.push({ x, y })
    }
  if (dots.length < dotsMin) return { at: from, along: { x: across, y: down } }
  const mean = (of: (dot: Point) => number) =>
    dots.reduce((sum, dot) => sum + of(dot), 0) / dots.length
  const at = { x: mean(({ x }) => x), y: mean(({ y }) => y) }
  const xx = mean(({ x }) => (x - at.x) ** 2)
  const yy = mean(({ y }) => (y - at.y) ** 2)
  const xy = mean(({ x, y }) => (x - at.x) * (y - at.y))
  const angle = Math.atan2(2 * xy, xx - yy) / 2
  return { at, along: { x: Math.cos(angle), y: Math.sin(angle) } }
}

function crossing(one: Side, other: Side): Point | undefined {
  const whole = one.along.x * other.along.y - one.along.y * other.along.x
  if (Math.abs(whole) < 0.1) return undefined
  const [x, y] = [other.at.x - one.at.x, other.at.y - one.at.y]
  const share = (x * other.along.y - y * other.along.x) / whole
  return { x: one.at.x + share * one.along.x, y: one.at.y + share * one.along.y }
}
