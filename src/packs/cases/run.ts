// Runs a test case of a pack: its rules and conditions over given results, without calling any vendor.
import { answerCondition, answerTable } from '#src/packs/conditions/conditions.ts'
import type { EvidenceSource } from '#src/packs/conditions/evidence-source.ts'
import { computeOutputs } from '#src/packs/conditions/outputs.ts'
import { projectValue } from '#src/journey/values/project.ts'
import type { Values } from '#src/journey/values/schema.ts'
import { withServices } from '#src/journey/capabilities/service-values.ts'
import type { Vocabulary } from '#src/packs/conditions/variables.ts'
import type { Pack, RowStep } from '#src/packs/document/pack.ts'
import { answersAt, nameAt } from '#src/packs/document/decision-table.ts'
import { nameOf, nameOfStep, rowStepsByName } from '#src/packs/document/walk.ts'
import {
  type Answers,
  nextPackActions,
  type PackAction,
  type PackRun,
  packStatus,
} from '#src/packs/document/interpret.ts'
import { takeBack } from '#src/packs/document/rounds.ts'
import { type Reached, reachedBy } from './coverage.ts'
import type { PackCase } from './schema.ts'

/** The most turns of a case, because nested repeats multiply. */
const loopsMax = 2_000

export type CaseOutcome = {
  /** Differences from the expectation, as sentences; none when the case passes. */
  readonly differences: readonly string[]
  /** The parts of the document that the case reached. */
  readonly reached: Reached
}

/** Runs one case to its end. */
export async function runCase(
  pack: Pack,
  one: PackCase,
  vocabulary: Vocabulary,
): Promise<CaseOutcome> {
  const run: PackRun = { modules: {}, answers: {}, rounds: {} }
  const tried: Tried = { pack, run, one, vocabulary, began: new Map(), reached: new Set() }
  for (let loop = 0; loop < loopsMax; loop += 1) {
    const next = nextPackActions(pack, run)
    if (next.stop) run.stopped ??= next.stop
    for (const part of reachedBy(pack.root, run, [...tried.began.keys()])) tried.reached.add(part)
    if (next.outcome === 'ended') {
      const said = await computeOutputs(sightOf(tried), { pack }, vocabulary)
      return { differences: compare(tried, said), reached: tried.reached }
    }
    let isStuck = true
    for (const action of next.actions) {
      if (next.ready && !isGiven(tried, action)) continue
      isStuck = false
      const fault = await perform(tried, action)
      if (fault !== undefined) return { differences: [fault], reached: tried.reached }
    }
    if (next.ready && isStuck) run.stopped = next.ready
  }
  return { differences: [`it does not end within ${loopsMax} turns`], reached: tried.reached }
}

/** When a stop is ready, a module for which the case gives no result is not waited for. */
const isGiven = (tried: Tried, action: PackAction): boolean =>
  action.kind !== 'start-step' ||
  givenFor(tried, action.step, (tried.began.get(nameOf(action.step)) ?? 0) + 1) !== undefined

type Tried = {
  readonly pack: Pack
  readonly run: PackRun
  readonly one: PackCase
  readonly vocabulary: Vocabulary
  /** How often each module or wait has started. */
  readonly began: Map<string, number>
  readonly reached: Set<string>
}

/** Performs an action; returns a sentence when the case lacks a result for it. */
async function perform(tried: Tried, action: PackAction): Promise<string | undefined> {
  const { pack, run, began } = tried
  switch (action.kind) {
    case 'start-step': {
      const name = nameOf(action.step)
      const time = (began.get(name) ?? 0) + 1
      const given = givenFor(tried, action.step, time)
      if (given === undefined)
        return time === 1
          ? `it says nothing of ${name}, which the pack comes to`
          : `it says nothing of ${name} in round ${time}, which the pack comes to`
      began.set(name, time)
      run.modules[name] = { status: typeof given === 'string' ? given : 'completed' }
      return undefined
    }
    case 'answer-condition':
    case 'answer-moment':
      run.answers[action.path] = await answerCondition(
        sightOf(tried),
        { pack, path: action.path },
        tried.vocabulary,
      )
      return undefined
    // The case gives a list if it gives results for the children.
    case 'answer-list':
      run.answers[action.path] = tried.one.results[action.step.id] ? true : 'unanswered'
      return undefined
    case 'answer-table': {
      const at = { pack, path: action.path }
      const rows = await answerTable(sightOf(tried), at, tried.vocabulary)
      Object.assign(run.answers, answersAt(pack.root, action.path, rows))
      return undefined
    }
    case 'ask-person': {
      const name = nameOfStep(action.step, action.path)
      const decided = tried.one.reviews?.[name] ?? tried.one.reviews?.[action.path]
      if (decided === undefined)
        return `it says nothing of the review ${name}, which the pack comes to`
      run.answers[action.path] = decided === 'approved'
      return undefined
    }
    case 'next-round': {
      const { modules, answers, rounds } = takeBack(pack, run, action.path, action.round)
      for (const key of modules) delete run.modules[key]
      Object.assign(run, { answers, rounds })
      return undefined
    }
  }
}

type Given = Extract<PackCase['results'][string], readonly unknown[] | string>

/** Results that are not given by round apply to every round. */
function givenFor({ one }: Tried, step: RowStep, time: number): Given | undefined {
  const given = one.results[nameOf(step)]
  // A wait for time needs no result in a test case.
  if (given === undefined && step.kind === 'wait' && !step.signal) return []
  if (given === undefined || typeof given === 'string' || Array.isArray(given)) return given
  return given.rounds[time - 1]
}

function sightOf(tried: Tried): EvidenceSource {
  const { pack, run, one, began } = tried
  return {
    async section(name) {
      const step = rowStepsByName(pack.root).get(name)
      const given = step && givenFor(tried, step, began.get(name) ?? 1)
      const moduleStatus = run.modules[name]?.status ?? 'pending'
      return { moduleStatus, results: Array.isArray(given) ? given.map(withServices) : [] }
    },
    facts: async (groups) =>
      Object.fromEntries([...groups].map((group) => [group, one.facts?.[group] ?? {}])),
    transaction: async () => ({ vehicle: {}, address: {}, ...one.transaction }),
    // The input fits its schema, because the case was checked before.
    input: async () => inputOf(pack, one),
  }
}

function inputOf({ input }: Pack, one: PackCase): Values | undefined {
  const fitted = input && projectValue(input, one.input ?? {})
  return fitted && 'value' in fitted ? fitted.value : undefined
}

function compare({ pack, run, one, began }: Tried, said: Values): string[] {
  const found: Record<string, unknown> = {
    status: packStatus(pack, run),
    outcome: run.stopped?.outcome,
    reason: run.stopped?.reason,
    unansweredStep: run.stopped?.unansweredStep,
    ran: [...began.keys()].toSorted(),
  }
  const { expect } = one
  const wanted = { ...expect, ...(expect.ran && { ran: expect.ran.toSorted() }) }
  const { answers = {}, output = {}, ...rest } = wanted
  const answered = byName(pack, run.answers)
  const differences = [
    ...Object.entries(rest).flatMap(([name, value]) => differ(name, found[name], value)),
    ...Object.entries(output).flatMap(([name, value]) =>
      differ(`output.${name}`, said[name] ?? null, value),
    ),
    ...Object.entries(answers).flatMap(([at, value]) => differ(at, answered.get(at), value)),
  ]
  const open = run.stopped?.unansweredStep
  const isSaid = open === undefined || expect.unansweredStep !== undefined
  return differences.length === 0 || isSaid
    ? differences
    : [...differences, `${open} has no answer`]
}

/** The answers of conditions and rows, by position and by name. */
const byName = ({ root }: Pack, answers: Answers): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries(answers).flatMap(([path, answer]) => [
      [path, answer] as const,
      [nameAt(root, path), answer] as const,
    ]),
  )

const differ = (name: string, found: unknown, wanted: unknown): string[] =>
  JSON.stringify(found) === JSON.stringify(wanted)
    ? []
    : [`${name} is ${JSON.stringify(found) ?? 'absent'}, and not ${JSON.stringify(wanted)}`]
