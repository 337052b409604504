// Draws a pack, or a run of it, with the same code.
import type { Pack } from '#src/packs/document/pack.ts'
import { writePin } from '#src/packs/runs/rules.ts'
import { toFigure } from './figure.ts'
import { layOut } from './layout.ts'
import type { RunView } from './run-view.ts'
import { type Caption, toSvg } from './svg.ts'
import { inWords } from './words.ts'

/** A self-contained SVG. `id` is the prefix of the ids in it; by default name and version. */
export function drawPack(pack: Pack, given: Pick<Partial<Caption>, 'id'> = {}): string {
  return draw(pack, undefined, {
    id: given.id ?? `${pack.name}-${pack.version}`,
    title: writePin(pack.name, pack.version),
  })
}

/** The drawing of a run, with the states and times of its steps and the path that it took. */
export function drawRun(pack: Pack, run: RunView & { readonly id: string }): string {
  const title = `A run of ${writePin(pack.name, pack.version)}: ${run.status}`
  return draw(pack, run, { id: `run-${run.id}`, title })
}

function draw(pack: Pack, run: RunView | undefined, caption: Omit<Caption, 'words'>): string {
  const figure = toFigure(pack, run)
  return toSvg(layOut(figure), { ...caption, words: inWords(figure) })
}
