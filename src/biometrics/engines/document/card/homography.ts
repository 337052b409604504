// Maps the square of a flat card to its position in the camera's picture: a plane in perspective (Heckbert,
// "Fundamentals of Texture Mapping and Image Warping", 1989, 2.2).

export type Point = { readonly x: number; readonly y: number }
/** Clockwise from the top left, as the card is read. */
export type Quad = readonly [Point, Point, Point, Point]
/** The matrix row by row. */
export type Homography = readonly [
  number, number, number,
  number, number, number,
  number, number, number,
] // prettier-ignore

/** Maps the unit square to a convex quadrilateral with these corners. */
export function squareTo([a, b, c, d]: Quad): Homography {
  const [x1, y1] = [b.x - c.x, b.y - c.y]
  const [x2, y2] = [d.x - c.x, d.y - c.y]
  const [x3, y3] = [a.x - b.x + c.x - d.x, a.y - b.y + c.y - d.y]
  const whole = x1 * y2 - x2 * y1
  const [g, h] = [(x3 * y2 - x2 * y3) / whole, (x1 * y3 - x3 * y1) / whole]
  const across = [b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x] as const
  const down = [b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y] as const
  return [...across, ...down, g, h, 1]
}

export function apply([a, b, c, d, e, f, g, h, i]: Homography, { x, y }: Point): Point {
  const depth = g * x + h * y + i
  return { x: (a * x + b * y + c) / depth, y: (d * x + e * y + f) / depth }
}

/** Gives the adjugate in place of the inverse: the two differ by a factor, which changes no point. */
export const invert = ([a, b, c, d, e, f, g, h, i]: Homography): Homography => [
  e * i - f * h,
  c * h - b * i,
  b * f - c * e,
  f * g - d * i,
  a * i - c * g,
  c * d - a * f,
  d * h - e * g,
  b * g - a * h,
  a * e - b * d,
]

export const distanceOf = (one: Point, other: Point): number =>
  Math.hypot(one.x - other.x, one.y - other.y)

/** Whether all corners turn the same way and none is nearly straight. */
export function isConvex(quad: Quad): boolean {
  return quad.every((corner, at) => {
    const [next, after] = [quad[(at + 1) % 4], quad[(at + 2) % 4]]
    if (!next || !after) return false
    const [x1, y1] = [next.x - corner.x, next.y - corner.y]
    const [x2, y2] = [after.x - next.x, after.y - next.y]
    return x1 * y2 - x2 * y1 > 0.4 * Math.hypot(x1, y1) * Math.hypot(x2, y2)
  })
}

export const areaOf = (quad: Quad): number =>
  quad.reduce((sum, { x, y }, at) => {
    const next = quad[(at + 1) % 4] ?? { x, y }
    return sum + (x * next.y - next.x * y) / 2
  }, 0)
