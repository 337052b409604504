// Lays a figure out. A composition is a series-parallel tree, so that one pass down the tree positions everything,
// keeps the written order and leaves the main line straight.
import { type Block, box, frame, leaving, lineTo, row, split } from './blocks.ts'
import { choice, fallback } from './branches.ts'
import type { Figure } from './shapes.ts'
import type { Draft, Plan } from './plan.ts'

const margin = 24
const endSize = 14
const endGap = 28

export function layOut(figure: Figure): Plan {
  const root = toBlock(figure)
  const out: Draft = { items: [], edges: [], frames: [], labels: [] }
  const level = margin + Math.max(root.port, endSize / 2)
  const [left, top] = [margin + endSize + endGap, level - root.port]
  const end = (kind: 'start' | 'end', x: number) =>
    out.items.push({
      kind,
      x,
      y: level - endSize / 2,
      w: endSize,
      h: endSize,
      lines: [],
      title: kind,
    })

  end('start', margin)
  const into = lineTo(
    [
      [margin + endSize, level],
      [left + root.lead, level],
    ],
    root.reach,
  )
  out.edges.push(into)
  root.draw(left, top, out)
  const right = left + root.w
  if (!root.ends) {
    const points = [
      [right, level],
      [right + endGap, level],
    ] as const
    out.edges.push(lineTo(points, leaving(root.reach)))
    end('end', right + endGap)
  }
  return {
    ...out,
    width: right + (root.ends ? 0 : endGap + endSize) + margin,
    height: Math.max(top + root.h, level + endSize / 2) + margin,
  }
}

function toBlock(figure: Figure): Block {
  switch (figure.kind) {
    case 'box':
      return box(figure)
    case 'row':
      return row(figure.inner.map(toBlock), figure.reach)
    case 'split':
      return split(figure.inner.map(toBlock), figure.pointer, figure.reach)
    case 'choice':
      return choice(figure, toBlock(figure.yes), figure.no && toBlock(figure.no))
    case 'frame':
      return frame(toBlock(figure.inner), figure)
    case 'fallback':
      return fallback(toBlock(figure.first), toBlock(figure.instead), figure)
  }
}
