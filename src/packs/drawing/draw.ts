// Draws a pack, or a run of it, with the same code.
import type { Pack } from '#src/packs/document/pack.ts'
import { writePin } from '#src/packs/runs/rules.ts'
import { toFigure } from './figure.ts'
import { layOut } from './layout.ts'
import type { RunView, View } from './run-view.ts'
import { type Caption, toSvg } from './svg.ts'
import { type Wording, wordings } from './wording.ts'
import { inWords } from './words.ts'

type Options = {
  /** The prefix of ids in the drawing; by default the pack's name and version. */
  readonly id?: string
  readonly wording?: Wording
}

/** Draws a pack as a self-contained SVG. */
export function drawPack(pack: Pack, { id, wording = wordings.en }: Options = {}): string {
  const title = writePin(pack.name, pack.version)
  return draw(pack, { wording }, { id: id ?? `${pack.name}-${pack.version}`, title })
}

/** The drawing of a run, with the states and times of its steps and the path that it took. */
export function drawRun(
  pack: Pack,
  run: RunView & { readonly id: string },
  wording = wordings.en,
): string {
  const pin = writePin(pack.name, pack.version)
  const title = `${wording.runOf(pin)}: ${wording.states[run.status]}`
  return draw(pack, { wording, run }, { id: `run-${run.id}`, title })
}

function draw(pack: Pack, { wording, run }: View, caption: Omit<Caption, 'words'>): string {
  const figure = toFigure(pack, run, wording)
  return toSvg(layOut(figure, wording), { ...caption, words: inWords(figure, wording) })
}
