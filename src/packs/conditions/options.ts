// Validates the options of steps (`with`) by the schema of their module, which may allow none.
import { readShape } from '#src/journey/registry/shape.ts'
import type { ModuleStep, PackFault, Step } from '#src/packs/document/pack.ts'
import { eachStep } from '#src/packs/document/walk.ts'
import { optionsOf } from '#src/packs/document/options.ts'
import type { Module } from '#src/journey/capabilities/module.ts'

/** Pointers start at the root step. An unknown module is reported elsewhere. */
export const findOptionFaults = (root: Step, offered: readonly Module[]): PackFault[] =>
  [...eachStep(root)].flatMap(([pointer, step]) => {
    const module = step.kind === 'module' && offered.find(({ key }) => key === step.module)
    return module
      ? faultsOf(step, module).map((one) => ({ ...one, pointer: pointer + one.pointer }))
      : []
  })

function faultsOf(step: ModuleStep, { key, options }: Module): PackFault[] {
  const given = optionsOf(step)
  if (given === undefined) return []
  const asked = Object.keys(given)
  if (!options)
    return asked.map((name) => ({
      pointer: placeOf(step, name),
      detail: `${key} takes no ${name}`,
    }))
  const unknown = asked.filter((name) => !Object.hasOwn(options.shape, name))
  const known = Object.keys(options.shape).join(', ')
  if (unknown.length > 0)
    return unknown.map((name) => ({
      pointer: placeOf(step, name),
      detail: `${key} takes no ${name}, but ${known}`,
    }))
  const read = readShape(options, given)
  return ('faults' in read ? read.faults : []).map(({ pointer, detail }) => ({
    pointer: placeOf(step, pointer.split('/')[1] ?? '') + pointer.replace(/^\/[^/]*/, ''),
    detail,
  }))
}

/** The pointer to an option, because `card` and `purpose` may also be beside `with`. */
const placeOf = (step: ModuleStep, name: string): string =>
  Object.hasOwn(step.with ?? {}, name) || !Object.hasOwn(step, name) ? `/with/${name}` : `/${name}`
