// Shows in answers the steps of a run that somebody brings results to, without personal data. Pure.
import { z } from 'zod'
import { ModuleStatus } from '#src/journey/capabilities/module.ts'
import { withoutPersonal } from '#src/journey/values/cel.ts'
import type { Pack, Step } from '#src/packs/document/pack.ts'
import { isBroughtStep, resultSchemaOf, rowStepsByName } from '#src/packs/document/walk.ts'
import { type BroughtValues, inputStep, outputStep } from '../evidence/brought.ts'
import { stepKey } from '../evidence/evidence.ts'
import { roundOf } from '../rules.ts'
import type { ShownRun } from '../rows.ts'

/** The form in which such a step is shown, beside the sections of modules. */
export const ShownWait = z.object({
  kind: z.enum(['wait', 'call', 'ask']),
  moduleStatus: ModuleStatus,
  round: z.int().exactOptional().meta({
    description:
      'In which round the run is there, by a repeat or because a person wanted it anew; left out in the first.',
  }),
  failure: z.string().exactOptional().meta({
    description:
      'Why it has failed: `deadline`; of a call also `refused`, `invalid-result` (what was answered does not fit), `endpoint-missing`.',
    example: 'invalid-result',
  }),
  result: z
    .record(z.string(), z.unknown())
    .exactOptional()
    .meta({ description: 'What was brought, without what is personal.' }),
})
type ShownWait = z.output<typeof ShownWait>

export const noBrought: BroughtValues = new Map()

/** The run's input without personal fields, and its outputs. */
export function shownValues(
  { input: schema }: Pick<Pack, 'input'>,
  { endedAt }: Pick<ShownRun, 'endedAt'>,
  brought: BroughtValues,
) {
  const input = brought.get(stepKey(inputStep, 1))?.value
  const output = endedAt === null ? undefined : brought.get(stepKey(outputStep, 1))?.value
  return {
    ...(schema && input && { input: withoutPersonal(schema, input) }),
    // Safe because outputs are scalars.
    ...(output && { output: output as Record<string, string | number | boolean> }),
  }
}

export const shownWaits = (
  root: Step,
  run: Pick<ShownRun, 'statuses' | 'begun'>,
  brought: BroughtValues,
): Record<string, ShownWait> =>
  Object.fromEntries(
    [...rowStepsByName(root)].flatMap(([name, step]) => {
      if (!isBroughtStep(step)) return []
      const schema = resultSchemaOf(step)
      const round = roundOf(run.begun[name])
      const failureCode = run.begun[name]?.failureCode
      const value = brought.get(stepKey(name, round))?.value
      const moduleStatus = run.statuses[name] ?? ('pending' as const)
      const result = schema && value && withoutPersonal(schema, value)
      const failure = moduleStatus === 'failed' && failureCode
      const shown = {
        kind: step.kind,
        moduleStatus,
        ...(round > 1 && { round }),
        ...(failure && { failure }),
        ...(result && { result }),
      }
      return [[name, shown] as const]
    }),
  )
