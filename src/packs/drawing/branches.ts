// Blocks with two branches that join again: a choice by a condition, and a fallback. The upper branch goes straight
// on, the lower one goes down and comes back.
import { type Block, branchGap, leaving, lineTo, type Point, stepGap } from './blocks.ts'
import type { Figure, Reach } from './shapes.ts'
import type { Draft, Edge } from './plan.ts'
import { noteSize, widthOf, wrap } from './text.ts'

const diamond = 30
const mergeSize = 8
const mergeGap = 27
const labelHeight = 14

type Choice = Extract<Figure, { kind: 'choice' }>
type Fallback = Extract<Figure, { kind: 'fallback' }>

export function choice(figure: Choice, yes: Block, no: Block | undefined): Block {
  const { condition, answer, reach } = figure
  const lines = wrap(condition)
  const column = Math.max(diamond, ...lines.map((line) => widthOf(line, noteSize)))
  const branchX = column + stepGap
  const port = Math.max(yes.port, diamond / 2 + 8 + lines.length * labelHeight)
  const under = Math.max(port - yes.port + yes.h, port + diamond / 2 + labelHeight + 6)
  const lowPort = under + (no ? branchGap + no.port : branchGap / 2)
  const ends = yes.ends && no?.ends === true
  const widest = branchX + Math.max(yes.w, no?.w ?? 0)
  return {
    port,
    ends,
    reach,
    lead: (column - diamond) / 2,
    w: ends ? widest : widest + mergeGap + mergeSize,
    h: no ? under + branchGap + no.h : lowPort + 4,
    draw(x, y, out) {
      const [middle, level, low, right] = [x + column / 2, y + port, y + lowPort, x + branchX]
      out.items.push({
        kind: 'choice',
        x: middle - diamond / 2,
        y: level - diamond / 2,
        w: diamond,
        h: diamond,
        lines,
        step: figure.pointer,
        title: titleOf(figure),
        ...(answer !== undefined && { state: typeof answer === 'string' ? 'failed' : 'completed' }),
      })
      const { isYes, isNo } = waysOf(figure)
      const corner: Point = [middle, level + diamond / 2]
      out.labels.push({ x: corner[0] + diamond / 2 + 5, y: level - 6, text: 'yes' })
      out.labels.push({ x: corner[0] + 6, y: corner[1] + labelHeight, text: 'no' })
      out.edges.push(
        lineTo(
          [
            [middle + diamond / 2, level],
            [right + yes.lead, level],
          ],
          isYes,
        ),
      )
      yes.draw(right, level - yes.port, out)
      if (no) {
        out.edges.push(lineTo([corner, [middle, low], [right + no.lead, low]], isNo))
        no.draw(right, low - no.port, out)
      }
      const upper = { from: right + yes.w, ends: yes.ends, reach: leaving(yes.reach) }
      const lower = no
        ? { ways: [[right + no.w, low]] as const, ends: no.ends, reach: leaving(no.reach) }
        : { ways: [corner, [middle, low]] as const, ends: false, reach: isNo }
      if (!ends) join({ x: x + widest + mergeGap, level, low, upper, lower }, figure.pointer, out)
    },
  }
}

/** A condition that could not be answered is passed by neither way. */
function waysOf({ answer, reach }: Choice): { isYes: Reach | undefined; isNo: Reach | undefined } {
  const way = (taken: boolean) => reach && (answer === taken ? 'passed' : 'untouched')
  return { isYes: way(true), isNo: way(false) }
}

function titleOf({ condition, answer }: Choice): string {
  if (answer === undefined) return `if ${condition}`
  return `if ${condition}: ${typeof answer === 'string' ? 'could not be answered' : answer ? 'yes' : 'no'}`
}

/** From under the first to its fallback. */
export function fallback(first: Block, instead: Block, { pointer, reach }: Fallback): Block {
  const cornerX = Math.min(first.w / 2, 60)
  const insteadX = cornerX + stepGap
  const insteadY = first.h + branchGap
  const widest = Math.max(first.w, insteadX + instead.w)
  const { port, lead } = first
  return {
    port,
    lead,
    reach,
    ends: false,
    w: widest + mergeGap + mergeSize,
    h: insteadY + instead.h,
    draw(x, y, out) {
      const [level, low, under] = [y + port, y + insteadY + instead.port, y + first.h]
      first.draw(x, y, out)
      instead.draw(x + insteadX, y + insteadY, out)
      const down: Point[] = [
        [x + cornerX, under],
        [x + cornerX, low],
        [x + insteadX + instead.lead, low],
      ]
      out.edges.push(lineTo(down, instead.reach))
      out.labels.push({ x: x + cornerX + 6, y: under + labelHeight - 1, text: 'if it fails' })
      const upper = { from: x + first.w, ends: false, reach: upperReach(first, instead) }
      const ways = [[x + insteadX + instead.w, low]] as const
      const lower = { ways, ends: false, reach: leaving(instead.reach) }
      join({ x: x + widest + mergeGap, level, low, upper, lower }, pointer, out)
    },
  }
}

/** The line goes straight on when no fallback had to run. */
const upperReach = (first: Block, instead: Block): Reach | undefined =>
  instead.reach === undefined || instead.reach === 'untouched' ? leaving(first.reach) : 'untouched'

type Way = { readonly ends: boolean; readonly reach: Reach | undefined }
type Join = {
  readonly x: number
  readonly level: number
  readonly low: number
  readonly upper: Way & { readonly from: number }
  readonly lower: Way & { readonly ways: readonly Point[] }
}

function join({ x, level, low, upper, lower }: Join, step: string, out: Draft): void {
  const middle = x + mergeSize / 2
  const edges: Edge[] = []
  if (!upper.ends)
    edges.push(
      lineTo(
        [
          [upper.from, level],
          [x, level],
        ],
        upper.reach,
        false,
      ),
    )
  const up: Point[] = [
    [middle, low],
    [middle, level + mergeSize / 2],
  ]
  if (!lower.ends) edges.push(lineTo([...lower.ways, ...up], lower.reach, false))
  out.edges.push(...edges)
  const y = level - mergeSize / 2
  out.items.push({ kind: 'merge', x, y, w: mergeSize, h: mergeSize, step, lines: [] })
}
