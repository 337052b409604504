// Finds the card in a picture by its four rims: straight lines that meet at the corners, with edges along all of them.
import { angleBetween, type Care, type Edges, findEdges, isEdge, type Raster } from './edges.ts'
import { areaOf, distanceOf, isConvex, type Point, type Quad } from './homography.ts'
import { refine } from './refine.ts'
import { crossing, findLines, type Line } from './lines.ts'

/** Shares of the picture's area: a smaller card could not be read, and a larger one need not be cut out. */
const [areaMin, areaMax] = [0.07, 0.97]
/** The ratio of the longer to the shorter side, also seen at an angle; cards have 1.42 to 1.59. */
const [ratioMin, ratioMax] = [1.15, 2.05]
/** The least share of a side with edges, and the least mean of all sides, because a thumb or glare may hide a part. */
const [sideMin, meanMin] = [0.42, 0.66]
/**
 * How much size counts beside clear edges: frames are printed within cards, and their edges are clearer than the
 * card’s.
 */
const largerWorth = 0.35

export type Card = { readonly quad: Quad; readonly score: number }

/** In pixels of the raster; undefined when none was found, for example because the card fills the picture. */
export function findCard(raster: Raster): Card | undefined {
  const sharp = findAmong(raster, clear)
  if (sharp && sharp.score > certainScore) return sharp
  // The rims of a pale card on a pale table hardly step, so fainter edges are tried too.
  const faint = findAmong(raster, pale)
  return faint && faint.score > (sharp?.score ?? 0) ? faint : sharp
}

/**
 * Finds the card in a strongly blurred picture, in which print on the table becomes one grey and only rims are left.
 */
export const findBlurredCard = (raster: Raster): Card | undefined => findAmong(raster, blurred)

const blurred: Care = { shareMax: 0.2, stepMin: 3 }
const clear: Care = { shareMax: 0.12, stepMin: 14 }
const pale: Care = { shareMax: 0.2, stepMin: 7 }
/** A score that no frame printed on a card reaches. */
export const certainScore = 1.1

function findAmong(raster: Raster, care: Care): Card | undefined {
  const edges = findEdges(raster, care)
  const pairs = pairUp(findLines(edges), Math.min(raster.width, raster.height))
  const picture = raster.width * raster.height
  let best: Card | undefined
  for (const [at, one] of pairs.entries())
    for (let next = at + 1; next < pairs.length; next++) {
      const other = pairs[next]
      if (!other || angleBetween(one[0].angle, other[0].angle) < 55) continue
      const quad = toQuad(one, other, raster)
      if (!quad) continue
      const area = areaOf(quad) / picture
      if (area < areaMin || area > areaMax) continue
      const most = 1 + largerWorth * Math.sqrt(area)
      if (best && best.score >= most) continue
      const support = supportOf(edges, quad)
      const score = support + largerWorth * Math.sqrt(area)
      if (support > 0 && score > (best?.score ?? 0)) best = { quad, score }
    }
  return best && { ...best, quad: refine(edges, best.quad) }
}

type Pair = readonly [Line, Line]

/** Pairs of lines that could be opposite sides. */
function pairUp(lines: readonly Line[], side: number): Pair[] {
  return lines.flatMap((one, at) =>
    lines.slice(at + 1).flatMap((other): Pair[] => {
      if (angleBetween(one.angle, other.angle) > 22) return []
      const isTurned = Math.abs(one.angle - other.angle) > 90
      const apart = Math.abs(one.offset - (isTurned ? -other.offset : other.offset))
      return apart > 0.15 * side ? [[one, other]] : []
    }),
  )
}

function toQuad([a, c]: Pair, [b, d]: Pair, { width, height }: Raster): Quad | undefined {
  const corners = [crossing(a, b), crossing(b, c), crossing(c, d), crossing(d, a)]
  const inside = corners.filter(
    (one): one is Point =>
      one !== undefined &&
      one.x > -0.03 * width &&
      one.y > -0.03 * height &&
      one.x < 1.03 * width &&
      one.y < 1.03 * height,
  )
  if (inside.length < 4) return undefined
  const quad = inOrder(inside)
  return quad && isConvex(quad) && hasRatio(quad) ? quad : undefined
}

/** Orders the corners clockwise, beginning with the one at the left end of the most level upper side. */
export function inOrder(corners: readonly Point[]): Quad | undefined {
  const x = corners.reduce((sum, one) => sum + one.x, 0) / 4
  const y = corners.reduce((sum, one) => sum + one.y, 0) / 4
  const around = corners.toSorted(
    (a, b) => Math.atan2(a.y - y, a.x - x) - Math.atan2(b.y - y, b.x - x),
  )
  const turns = around.map((_, at) => [...around.slice(at), ...around.slice(0, at)])
  const slopeOf = ([a, b]: readonly Point[]) =>
    a && b && b.x > a.x ? Math.abs(Math.atan2(b.y - a.y, b.x - a.x)) : Infinity
  const [first] = turns.toSorted((one, other) => slopeOf(one) - slopeOf(other))
  const [a, b, c, d] = first ?? []
  return a && b && c && d ? [a, b, c, d] : undefined
}

function hasRatio([a, b, c, d]: Quad): boolean {
  const across = distanceOf(a, b) + distanceOf(c, d)
  const down = distanceOf(b, c) + distanceOf(d, a)
  const ratio = Math.max(across, down) / Math.min(across, down)
  return ratio >= ratioMin && ratio <= ratioMax
}

/** The mean share of the sides with edges; 0 when one side has too few. */
function supportOf(edges: Edges, quad: Quad): number {
  // Measured coarsely first, because most candidates are no card.
  for (const [at, from] of quad.entries())
    if (sideSupport(edges, from, quad[(at + 1) % 4] ?? from, 12) < 0.7 * sideMin) return 0
  let sum = 0
  for (const [at, from] of quad.entries()) {
    const share = sideSupport(edges, from, quad[(at + 1) % 4] ?? from)
    if (share < sideMin) return 0
    sum += share / 4
  }
  return sum < meanMin ? 0 : sum
}

function sideSupport(edges: Edges, from: Point, to: Point, step = 2): number {
  const length = distanceOf(from, to)
  const normal =
    (Math.round((Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI) + 360) % 180
  const [right, down] = [(to.y - from.y) / length, (from.x - to.x) / length]
  // A twentieth at each end is left out, because corners are round.
  const [start, end] = [0.05 * length, 0.95 * length]
  let [seen, all] = [0, 0]
  for (let along = start; along <= end; along += step) {
    const x = from.x + ((to.x - from.x) * along) / length
    const y = from.y + ((to.y - from.y) * along) / length
    all += 1
    for (const aside of [0, 1, -1, 2, -2])
      if (isEdge(edges, { x: x + aside * right, y: y + aside * down }, normal)) {
        seen += 1
        break
      }
  }
  return all === 0 ? 0 : seen / all
}
