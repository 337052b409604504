// Decides whether a document fills the frame, by an edge along each side. It does not recognise documents; a pale
// document on a pale table has no edges, and its picture is taken by hand.

/** Grey values, rows from the top. */
export type Grey = { readonly data: Float32Array; readonly width: number; readonly height: number }

/** The distance of the frame’s sides from those of the picture, as shares of its width and height. */
export type Inset = { readonly x: number; readonly y: number }

/** How far an edge may lie from the side of the frame, as a share of the picture’s width. */
const tolerance = 0.05
/** Each side is examined in pieces, so that a document may lie slightly askew. */
const pieces = 5
const piecesMin = 3
/** The part of a side that is examined, without the corners. */
const [begin, end] = [0.15, 0.85]
/** The least difference of grey levels across an edge, averaged along a piece. */
const stepMin = 10

/** The number of sides with an edge, 0 to 4. */
export function countEdges(grey: Grey, { x, y }: Inset): number {
  const { data, width, height } = grey
  const down = (across: number, along: number) => data[along * width + across] ?? 0
  const sideways = (across: number, along: number) => data[across * width + along] ?? 0
  const reach = Math.round(tolerance * width)
  const columns = { read: down, across: width, along: height, reach }
  const rows = { read: sideways, across: height, along: width, reach }
  return [
    hasEdge(columns, x * width),
    hasEdge(columns, (1 - x) * width),
    hasEdge(rows, y * height),
    hasEdge(rows, (1 - y) * height),
  ].filter(Boolean).length
}

type Side = {
  /** Reads the grey value at a position across and along the side. */
  readonly read: (across: number, along: number) => number
  readonly across: number
  readonly along: number
  readonly reach: number
}

function hasEdge(side: Side, position: number): boolean {
  const length = (side.along * (end - begin)) / pieces
  const strong = Array.from({ length: pieces }, (_, piece) => {
    const from = Math.floor(side.along * begin + piece * length)
    return steepest(side, Math.round(position), from, Math.floor(from + length)) >= stepMin
  })
  return strong.filter(Boolean).length >= piecesMin
}

/** The strongest edge near the position. Contrast that alternates along a line, as of letters, cancels out. */
function steepest(
  { read, across, reach }: Side,
  position: number,
  from: number,
  to: number,
): number {
  let most = 0
  for (
    let at = Math.max(1, position - reach);
    at <= Math.min(across - 2, position + reach);
    at += 1
  ) {
    let sum = 0
    for (let along = from; along < to; along += 1) sum += read(at + 1, along) - read(at - 1, along)
    most = Math.max(most, Math.abs(sum) / Math.max(1, to - from))
  }
  return most
}
