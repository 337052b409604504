// The colours of drawings. The light ones are attributes of each shape, so that viewers without CSS show them; a style
// sheet adds the dark ones. Every rule starts with the class of the drawing, so that it changes nothing else in a page
// that contains it.
import type { FrameBox, Item } from './plan.ts'

const colours = {
  ground: ['#ffffff', '#11151c'],
  text: ['#1c2330', '#eef1f6'],
  line: ['#667085', '#98a2b3'],
  faint: ['#b6bdc9', '#4a5361'],
  good: ['#0b6b3a', '#7fdca6'],
  goodGround: ['#e3f4ea', '#12301f'],
  bad: ['#a01818', '#ff9c9c'],
  badGround: ['#fdeaea', '#3a1717'],
  undecided: ['#7a4d00', '#f5cf86'],
  undecidedGround: ['#fff3dc', '#382c14'],
  run: ['#0b4fa8', '#9cc5ff'],
  runGround: ['#e5effc', '#14294a'],
} as const
export type Colour = keyof typeof colours

const dark = Object.entries(colours)
  .map(([name, [, own]]) => `.atesta .f-${name}{fill:${own}}.atesta .s-${name}{stroke:${own}}`)
  .join('')
export const style = `@media (prefers-color-scheme:dark){${dark}}`

export type Paint = { readonly fill?: Colour; readonly stroke?: Colour; readonly width?: number }

/** The colours as attributes of a shape; `names` are further classes. */
export function paint({ fill, stroke, width = 1.5 }: Paint, names: readonly string[] = []): string {
  const classes = [...names, ...(fill ? [`f-${fill}`] : []), ...(stroke ? [`s-${stroke}`] : [])]
  return [
    `class="${classes.join(' ')}"`,
    `fill="${fill ? colours[fill][0] : 'none'}"`,
    ...(stroke ? [`stroke="${colours[stroke][0]}" stroke-width="${width}"`] : []),
  ].join(' ')
}

type ShapePaint = Paint & { readonly text: Colour }

export const paintOfFrame = ({ look }: FrameBox): Paint => ({
  stroke: 'line',
  width: look === 'heavy' ? 3 : 1.5,
})

export function paintOf({ kind, look, tone, state }: Item): ShapePaint {
  const width = look === 'heavy' ? 3 : look === 'stop' ? 2.5 : 1.5
  if (state === 'skipped' || state === 'pending')
    return { fill: 'ground', stroke: 'faint', text: 'line', width }
  // The answers of a question are neither good nor bad, so they have one colour.
  if (kind === 'choice' && state === 'completed')
    return { fill: 'ground', stroke: 'text', text: 'text', width: 2.5 }
  const own = state === undefined || state === 'stopped' ? tone : tones[state]
  const isFilled = own && (state !== undefined || look === 'stop')
  return {
    fill: isFilled ? `${own}Ground` : 'ground',
    stroke: own ?? 'line',
    text: own ?? 'text',
    width,
  }
}

const tones = { completed: 'good', failed: 'bad', processing: 'run' } as const
