// Finds the faults that keep a composition from running, also in documents written as YAML or JSON.
import type { ModuleStep, PackFault, Step } from '../pack.ts'
import { findFactFaults } from '../fact-order.ts'
import { findOrderFaults } from '../order.ts'
import { findRowNameFaults, findTableFaults, findWordFaults } from './table-faults.ts'
import { findAskFaults } from './ask-faults.ts'
import { findCallFaults } from './call-faults.ts'
import { findEachFaults } from './each-faults.ts'
import { findPurposeFaults } from '../purpose.ts'
import { findWaitFaults } from './wait-faults.ts'
import { eachStep, innerSteps, isRowStep, nameOf } from '../walk.ts'
import { isReservedWord } from '#src/platform/cel/reserved.ts'

const stepsMax = 200
const levelsMax = 20

/** The faults of a composition with their positions; none when it can run. */
export function findFaults(root: Step): PackFault[] {
  const tooLarge = findSizeFault(root)
  if (tooLarge) return [tooLarge]
  return [...findOwnFaults(root), ...findOrderFaults(root), ...findFactFaults(root)]
}

/** All faults except those of order, for which other packs must be expanded. */
export function findOwnFaults(root: Step): PackFault[] {
  const tooLarge = findSizeFault(root)
  if (tooLarge) return [tooLarge]
  const steps = [...eachStep(root)]
  const faults = steps.flatMap(([pointer, step]) =>
    faultsOf(step).map((one) => ({ ...one, pointer: pointer + one.pointer })),
  )
  faults.push(...findRowNameFaults(steps))
  faults.push(...findMisleading(steps))
  const before = faults.length
  findTwice(root, '', new Set(), faults)
  if (faults.length === before) findShared(steps, faults)
  findTooManyRounds(root, '', 1, faults)
  return faults
}

/** Walks without recursion, so that a hostile document cannot exhaust the stack. */
function findSizeFault(root: Step): PackFault | undefined {
  const open = [{ step: root, pointer: '', level: 1 }]
  for (let count = 1; ; count++) {
    const at = open.pop()
    if (!at) return undefined
    const { step, pointer, level } = at
    if (level > levelsMax) return { pointer, detail: `it is more than ${levelsMax} levels deep` }
    if (count > stepsMax) return { pointer: '', detail: `it has more than ${stepsMax} steps` }
    for (const [part, inner] of innerSteps(step))
      open.push({ step: inner, pointer: pointer + part, level: level + 1 })
  }
}

const day = 24 * 3_600
const deadlineSecondsMax = 31 * day
const deadlineSecondsDefault = 7 * day
const timesMax = 10

/** The faults of a step that do not depend on its position. */
function faultsOf(step: Step): PackFault[] {
  switch (step.kind) {
    case 'module':
      return moduleFaults(step)
    case 'sequence':
    case 'parallel':
      return when(step.steps.length === 0, '', `a ${step.kind} step is empty`)
    case 'when':
      return when(
        step.unanswered !== undefined && step.ifUnanswered !== undefined,
        '/unanswered',
        'it has a step for that, so it does not go on',
      )
    case 'repeat':
      return [
        ...when(
          !isWhole(step.timesMax, 2, timesMax),
          '/timesMax',
          `a repeat step runs 2 to ${timesMax} times`,
        ),
      ]
    case 'review':
      return when(
        !isWhole(step.deadlineSeconds ?? day, 60, deadlineSecondsMax),
        '/deadlineSeconds',
        'the deadline of a review is a minute to 31 days',
      )
    case 'wait':
      return findWaitFaults(step)
    case 'call':
      return findCallFaults(step)
    case 'ask':
      return findAskFaults(step)
    case 'each':
      return findEachFaults(step)
    case 'pack':
      return when(!isWhole(step.version, 1, Infinity), '/version', 'a version counts from 1')
    case 'decide':
      return findTableFaults(step)
    case 'stop':
      return findWordFaults(step, 'stop step')
  }
}

function moduleFaults(step: ModuleStep): PackFault[] {
  const { module, deadlineSeconds: deadline = deadlineSecondsDefault, retry, fallback } = step
  const { times = 1, delaySeconds = 0 } = retry ?? {}
  return [
    ...when(
      !isWhole(deadline, 1, deadlineSecondsMax),
      '/deadlineSeconds',
      `the deadline of ${module} is not a whole number of seconds up to 31 days`,
    ),
    ...when(
      !isWhole(times, 1, timesMax) || !isWhole(delaySeconds, 0, deadlineSecondsMax),
      '/retry',
      `${module} is tried 1 to ${timesMax} times more, after whole seconds`,
    ),
    ...findPurposeFaults(step),
    ...when(
      retry !== undefined && times * delaySeconds >= deadline,
      '/retry',
      `the tries of ${module} do not fit in its deadline`,
    ),
    ...when(
      fallback !== undefined && step.onFailure !== undefined,
      '/onFailure',
      `${module} has a fallback, so it needs no onFailure`,
    ),
  ]
}

const when = (applies: boolean, pointer: string, detail: string): PackFault[] =>
  applies ? [{ pointer, detail }] : []

const isWhole = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most

/**
 * The names by which a step is found; only modules and waits always have one. The rows of a table count too, because reports name
 * them.
 */
const namesOf = (step: Step): string[] => {
  if (isRowStep(step)) return [nameOf(step)]
  const rows = step.kind === 'decide' ? step.rows.flatMap(({ id }) => id ?? []) : []
  return [...(step.id === undefined ? [] : [step.id]), ...rows]
}

const roots: ReadonlySet<string> = new Set([
  'steps',
  'facts',
  'transaction',
  'input',
  'output',
  'item',
])

/** Finds names that would be mistaken for something else. */
function findMisleading(steps: readonly [string, Step][]): PackFault[] {
  const keys = new Set(steps.flatMap(([, step]) => (step.kind === 'module' ? [step.module] : [])))
  return steps.flatMap(([pointer, step]) => {
    const { id } = step
    if (id === undefined) return []
    const isOther = keys.has(id) && !(step.kind === 'module' && step.module === id)
    return [
      ...when(isOther, `${pointer}/id`, `${id} is the key of another module`),
      ...when(isReservedWord(id), `${pointer}/id`, `${id} is a word of CEL, which no name may be`),
      ...when(roots.has(id), `${pointer}/id`, `${id} is what conditions read other things from`),
    ]
  })
}

const roundsMax = 50

/** Nested repeat steps multiply their rounds. */
function findTooManyRounds(step: Step, pointer: string, around: number, faults: PackFault[]): void {
  const times = around * (step.kind === 'repeat' ? step.timesMax : 1)
  if (times > roundsMax && around <= roundsMax)
    faults.push({
      pointer: `${pointer}/timesMax`,
      detail: `with the repeat steps around it, it would run more than ${roundsMax} times`,
    })
  for (const [part, inner] of innerSteps(step))
    findTooManyRounds(inner, pointer + part, times, faults)
}

/** Two branches may share a name only for the same module or the same wait, so that conditions that read it are unambiguous. */
function findShared(steps: readonly [string, Step][], faults: PackFault[]): void {
  const kinds = new Map<string, string | undefined>()
  for (const [pointer, step] of steps) {
    const kind =
      step.kind === 'module' ? step.module : isRowStep(step) ? JSON.stringify(step) : undefined
    for (const name of namesOf(step)) {
      if (kinds.has(name) && kinds.get(name) !== kind)
        faults.push({ pointer, detail: `${name} names another step, too` })
      kinds.set(name, kind)
    }
  }
}

/** Only one branch of a condition runs, so both may have a step of the same name. Returns the names. */
function findTwice(
  step: Step,
  pointer: string,
  before: ReadonlySet<string>,
  faults: PackFault[],
): Set<string> {
  const named = new Set(before)
  for (const name of namesOf(step)) {
    if (named.has(name)) faults.push({ pointer, detail: `${name} is named twice` })
    named.add(name)
  }
  const all = new Set(named)
  for (const [part, inner] of innerSteps(step)) {
    const scope = step.kind === 'when' || step.kind === 'review' ? named : all
    for (const key of findTwice(inner, pointer + part, scope, faults)) all.add(key)
  }
  return all
}
