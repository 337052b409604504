// Builds the figure of a composition, without positions: boxes, rows, choices and frames. Layout and description both
// use it, so that the picture and the text for screen readers agree. For a run that has ended it contains only what the
// run reached.
import type { ValueSchema } from '#src/journey/values/schema.ts'
import { type Box, type Common, type Figure, type Part, toneOf } from './shapes.ts'
import type { CallStep, ModuleStep, Pack, Step, StopStep } from '#src/packs/document/pack.ts'
import { innerSteps, nameOf } from '#src/packs/document/walk.ts'
import { writePin } from '#src/packs/runs/rules.ts'
import { reviewFigure, whenFigure } from './choices.ts'
import { frameFigure, repeatFigure } from './frames.ts'
import { reachOfAll, reachOfModule, reachOfRow } from './reach.ts'
import { tableFigure } from './tables.ts'
import { askBox, callBox, eachBox, waitBox } from './waits.ts'
import {
  howItDid,
  isEnded,
  type RunView,
  type View,
  viewOf,
  describeOptions,
  writeSeconds,
} from './run-view.ts'
import { type Wording, wordings } from './wording.ts'

export function toFigure(
  { root, input }: Pick<Pack, 'root' | 'input'>,
  run?: RunView,
  wording = wordings.en,
): Figure {
  const view = { wording, ...(run && { run }) }
  const figure = figureOf(root, '', view)
  if (!input) return figure
  const { pointer, reach, isLast } = figure
  const inner = [inputBox(input, view), figure]
  return { kind: 'row', pointer, inner, ...(reach && { reach }), ...(isLast && { isLast }) }
}

function figureOf(step: Step, pointer: string, view: View): Figure {
  const { run } = view
  const all = innerSteps(step).map(([part, one]) => ({
    part,
    figure: figureOf(one, pointer + part, view),
  }))
  const figure = ofKind(step, pointer, { all, inner: reached(all, run) }, view)
  const isLast = run && isEnded(run) && figure.reach === 'begun'
  return isLast ? { ...figure, isLast } : figure
}

/** Omits what an ended run never reached, unless it reached nothing at all. */
function reached(all: readonly Part[], run: RunView | undefined): Figure[] {
  const figures = all.map(({ figure }) => figure)
  const kept = figures.filter(({ reach }) => reach !== 'untouched')
  return run && isEnded(run) && kept.length > 0 ? kept : figures
}

type Inner = { readonly all: readonly Part[]; readonly inner: readonly Figure[] }

function ofKind(step: Step, pointer: string, { all, inner }: Inner, view: View): Figure {
  const { run, wording } = view
  const figures = all.map(({ figure }) => figure)
  switch (step.kind) {
    case 'module':
      return triedFigure(step, moduleBox(step, pointer, view), figures[0], view)
    case 'call':
      return triedFigure(step, callBox(step, pointer, view), figures[0], view)
    case 'ask':
      return askBox(step, pointer, view)
    case 'wait':
      return waitBox(step, pointer, view)
    case 'each':
      return eachBox(step, pointer, view)
    case 'sequence':
      return { kind: 'row', pointer, inner, ...(run && { reach: reachOfRow(figures) }) }
    case 'parallel': {
      const reach = run && reachOfAll(figures)
      return frameFigure(step.id, wording.together, inner, { pointer, look: 'plain', reach })
    }
    case 'when':
      return whenFigure(step, pointer, all, view)
    case 'repeat':
      return repeatFigure(step, pointer, inner, view)
    case 'pack':
      return packWithin(
        step.id,
        wording.pack(writePin(step.pack, step.version)),
        { pointer, inner: figures[0] },
        run,
      )
    case 'review':
      return reviewFigure(step, pointer, all, view)
    case 'decide':
      return tableFigure(step, pointer, view)
    case 'stop':
      return stopBox(step, pointer, view)
  }
}

/** A module or call in a frame with its tries, and its fallback below it. */
function triedFigure(
  step: ModuleStep | CallStep,
  own: Box,
  fallback: Figure | undefined,
  { run, wording }: View,
): Figure {
  const { retry } = step
  const { pointer, reach } = own
  const first: Figure = retry
    ? frameFigure(undefined, writeRetry(retry, wording), [own], { pointer, look: 'dotted', reach })
    : own
  const isNeedless = run && fallback?.reach === 'untouched' && own.state === 'completed'
  if (!fallback || isNeedless) return first
  const fallen = own.state === 'failed' ? fallback.reach : reach
  return { kind: 'fallback', pointer, first, instead: fallback, ...(fallen && { reach: fallen }) }
}

const writeRetry = (
  { times, delaySeconds = 0 }: NonNullable<ModuleStep['retry']>,
  { tries, between }: Wording,
): string => tries(times + 1) + (delaySeconds > 0 ? `, ${between(writeSeconds(delaySeconds))}` : '')

function moduleBox(step: ModuleStep, pointer: string, { run, wording }: View): Box {
  const { module, optional } = step
  const name = nameOf(step)
  const seen = run && viewOf(run, name)
  const asked = run ? howItDid(seen, wording) : describeOptions(step, wording)
  // Shows the module’s key where the step has a name of its own.
  const note = [...(name === module ? [] : [module]), ...(asked === undefined ? [] : [asked])].join(
    ', ',
  )
  const state = run && (seen?.status ?? 'pending')
  return {
    kind: 'box',
    look: optional ? 'dashed' : 'solid',
    pointer,
    name,
    ...(note !== '' && { note }),
    words: note === '' ? name : `${name} (${note})`,
    ...(state && { state, reach: reachOfModule(step, seen) }),
  }
}

/** A run's stop is found by its reason; if several have it, the first counts. */
function stopBox({ outcome, reason }: StopStep, pointer: string, { run, wording }: View): Box {
  const isReached = run?.stopReason === reason
  const tone = toneOf(outcome)
  return {
    kind: 'box',
    look: 'stop',
    ...(tone && { tone }),
    pointer,
    name: outcome,
    note: reason,
    words: wording.stop(wording.verdict(outcome, reason)),
    ...(run && {
      reach: isReached ? 'begun' : 'untouched',
      state: isReached ? 'stopped' : 'pending',
    }),
  }
}

/** A pack whose composition is not at hand is drawn as a box. */
function packWithin(
  id: string | undefined,
  label: string,
  { pointer, inner }: Common & { readonly inner: Figure | undefined },
  run: RunView | undefined,
): Figure {
  if (inner) return frameFigure(id, label, [inner], { pointer, look: 'heavy', reach: inner.reach })
  const own = id === undefined ? { name: label } : { name: id, note: label }
  const reach = run && { reach: 'untouched' as const }
  const words = id === undefined ? label : `${id} (${label})`
  return { kind: 'box', look: 'heavy', pointer, ...own, words, ...reach }
}

/** The box of a run's input: its fields with their types, but no values. */
function inputBox({ properties = {}, required = [] }: ValueSchema, { run, wording }: View): Box {
  const fields = Object.entries(properties).map(([name, field]) => {
    const more = [
      writeType(field, wording),
      ...(required.includes(name) ? [] : [wording.optional]),
      ...(field['x-personal'] ? [wording.personal] : []),
    ]
    return {
      short: required.includes(name) ? name : `${name}?`,
      full: `${name} (${more.join(', ')})`,
    }
  })
  const said = fields.map(({ full }) => full).join(', ')
  return {
    kind: 'box',
    look: 'input',
    pointer: '',
    name: wording.input,
    ...(fields.length > 0 && { note: fields.map(({ short }) => short).join(', ') }),
    words: wording.startedWith(said),
    ...(run && { reach: 'passed' }),
  }
}

const writeType = ({ type, enum: words, format }: ValueSchema, { or }: Wording): string =>
  words ? words.map(String).join(` ${or} `) : [type, format].filter(Boolean).join(' ')
