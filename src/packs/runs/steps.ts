// Runs one step: a module that computes, waits or opens a task, or a condition.
import { withoutTakenBack } from '#src/journey/facts/corrections.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import {
  isBroughtStep,
  nameOf,
  resultSchemaOf,
  rowStepsByName,
  stepAt,
} from '#src/packs/document/walk.ts'
import { optionsOf } from '#src/packs/document/options.ts'
import type { EachStep, ModuleStep, Pack, RowStep } from '#src/packs/document/pack.ts'
import type { CommitFacts } from './evidence/commit-facts.ts'
import { type Allowance, stepsMax } from '#src/platform/cel/budget.ts'
import {
  answerCondition,
  answerMoment,
  answerTable,
  modulesAskedAt,
  stepsAskedAt,
} from '#src/packs/conditions/conditions.ts'
import {
  findModule,
  type Module,
  type ModuleCall,
  type CountedAnswer,
} from '#src/journey/capabilities/module.ts'
import { append } from '#src/journey/journal/append.ts'
import { messageWanted } from './kinds.ts'
import { isCondition } from './rules.ts'
import type { PackDeps } from './deps.ts'
import { takeCall } from './calls.ts'
import { answerList, takeEach } from './each/each.ts'
import { CommitEvidence } from './evidence/commit-evidence.ts'
import { countedFrom } from './evidence/counted.ts'
import type { OpenRun } from './run.ts'
import type { StepResult } from './step-result.ts'
import { modulesByName } from '#src/packs/document/condition-modules.ts'

/** The budget in steps for all conditions of a commit; the last one may overdraw it by the budget of one. */
export const commitStepsMax = 4 * stepsMax

/** `begins` means that a module which opens a task has not done so yet. */
export type StepContext = {
  readonly tx: Db
  readonly locked: Locked
  readonly begins: boolean
  readonly facts: CommitFacts
  /** The shared budget of the commit’s conditions. */
  readonly allowance: Allowance
}

/** Whether this process knows the modules of a step; a newer one may have published the pack. */
export function isKnown({ offered }: PackDeps, { pack }: OpenRun, step: string): boolean {
  if (isBroughtStep(rowStepsByName(pack.root).get(step)) || eachAt(pack, step)) return true
  const keys = isCondition(step) ? modulesAskedAt(pack, step) : [moduleOf(pack, step)]
  const steps = isCondition(step) ? stepsAskedAt(pack, step) : [modulesByName(pack.root).get(step)]
  return (
    keys.every((key) => offered.some((one) => one.key === key)) &&
    steps.every((one) => one === undefined || asksKnown(offered, one))
  )
}

/**
 * Whether this process knows what the step asks for; newer processes may know more, and so may those that have loaded a
 * vendor’s service.
 */
const asksKnown = (offered: readonly Module[], step: ModuleStep): boolean =>
  offered.find(({ key }) => key === step.module)?.options?.safeParse(optionsOf(step) ?? {})
    .success !== false

/** The step with a list, by its name or position. */
function eachAt({ root }: Pack, step: string): EachStep | undefined {
  const found = isCondition(step) ? stepAt(root, step) : rowStepsByName(root).get(step)
  return found?.kind === 'each' ? found : undefined
}

/** The key of a step’s module; an unknown name is taken as a key. */
const moduleOf = ({ root }: Pack, name: string): string =>
  modulesByName(root).get(name)?.module ?? name

/**
 * Evaluates one step with the present facts: whether a module has ended, or the answers of a condition or of a table’s
 * rows.
 */
export async function evaluateStep(
  deps: PackDeps,
  run: OpenRun,
  step: string,
  { tx, locked, begins, facts: shared, allowance }: StepContext,
): Promise<StepResult> {
  const facts = shared.within(run.limits)
  const ctx = { ...deps, tx, locked, facts }
  if (isCondition(step)) return readCondition({ ...ctx, allowance }, run, step)
  const own = run.stepOf(step)
  if (own?.kind === 'call') return takeCall(ctx, run, own, { begins, allowance })
  if (own?.kind === 'each') return takeEach(ctx, run, own, begins)
  if (isBroughtStep(rowStepsByName(run.pack.root).get(step))) return run.hasWaited(step)
  facts.taken()
  const module = findModule(moduleOf(run.pack, step), deps.offered)
  const { lastSeq } = locked
  const result = await takeModule(module, callOf(ctx, run, step), begins)
  const sends = own?.kind === 'module' && own.send === true
  if (begins && result === false && sends)
    append(locked, { kind: messageWanted, ref: run.row.id, module: step })
  if (module.runs.kind === 'computes') facts.keep(lastSeq)
  const taken = facts.taken()
  if (Object.keys(taken).length > 0) run.noteEvidence(step, { facts: run.evidence.facts(taken) })
  return result
}

/** Cancels what a module has opened that is no longer needed. */
export async function cancelModule(
  ctx: InCommit<PackDeps>,
  run: OpenRun,
  step: string,
): Promise<void> {
  const key = moduleOf(run.pack, step)
  const runs = ctx.offered.find((one) => one.key === key)?.runs
  if (runs?.kind === 'opens') await runs.cancel?.(callOf(ctx, run, step))
}

/** Whether a step that has not started would end at once. */
export async function isAtHand(
  ctx: InCommit<PackDeps>,
  run: OpenRun,
  step: RowStep,
): Promise<boolean> {
  if (step.kind === 'call' || step.kind === 'each') return false
  if (isBroughtStep(step))
    return resultSchemaOf(step) !== undefined && run.broughtTo(step.id) !== undefined
  const runs = ctx.offered.find(({ key }) => key === step.module)?.runs
  const begun = countedFrom(run.row, step, { startedAt: ctx.locked.now })
  const counted = withoutTakenBack(begun, ctx.locked.takenBack[step.module])
  if (!runs || step.fresh || counted.askedSince) return false
  const call = { ...callOf(ctx, run, nameOf(step)), ...counted }
  return runs.kind === 'computes' || (await runs.isThere(call)) === true
}

/** The reason why a failed module is not repeated without the client’s consent. */
export async function refusalOf(ctx: InCommit<PackDeps>, run: OpenRun, step: string) {
  const key = moduleOf(run.pack, step)
  const runs = ctx.offered.find((one) => one.key === key)?.runs
  return runs?.kind === 'opens' ? runs.refusal?.(callOf(ctx, run, step)) : undefined
}

function callOf(
  { tx, locked, sealer, facts }: InCommit<PackDeps>,
  run: OpenRun,
  step: string,
): ModuleCall {
  return {
    tx,
    locked,
    runId: run.row.id,
    sealer,
    facts,
    step,
    ...run.countsFrom(step),
    ...(run.again === step && { again: true as const }),
  }
}

async function takeModule(
  { runs }: Module,
  call: ModuleCall,
  begins: boolean,
): Promise<boolean | 'failed' | 'skipped' | CountedAnswer> {
  switch (runs.kind) {
    case 'computes':
      await runs.compute(call)
      return true
    case 'waits':
      return runs.isThere(call)
    case 'opens': {
      const isThere = await runs.isThere(call)
      if ((isThere !== false && isThere !== 'failed') || !begins) return isThere
      // Begins again after a failure.
      await runs.begin(call)
      return false
    }
  }
}

async function readCondition(
  { allowance, ...ctx }: InCommit<PackDeps & Pick<StepContext, 'allowance'>>,
  run: OpenRun,
  path: string,
): Promise<StepResult> {
  const evidence = new CommitEvidence(ctx, run)
  const each = eachAt(run.pack, path)
  if (each) {
    run.noteEvidence(path, {})
    return answerList(ctx, run, each)
  }
  const kind = stepAt(run.pack.root, path)?.kind
  const at = { pack: run.pack, path, allowance }
  const now = ctx.locked.now.getTime()
  const answer = await (kind === 'wait'
    ? answerMoment(evidence, { ...at, now }, ctx)
    : (kind === 'decide' ? answerTable : answerCondition)(evidence, at, ctx))
  run.noteEvidence(path, evidence.refs)
  return answer
}
