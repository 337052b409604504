// Takes the answers of a form in the run of the link, at the step at which the person stands.
import { bringResult } from '#src/packs/runs/bring.ts'
import { readRun } from '#src/packs/runs/store.ts'
import { atStep } from './actions.ts'
import { readValues, type Typed } from './form-values.ts'
import type { Sending } from './send-off.ts'
import { actOnVisit } from './visit.ts'

export type SentForm = {
  /** The name of the step for which the form was shown, and its round. */
  readonly step: string
  readonly round: number
  readonly typed: Typed
}

/**
 * The places that do not fit, as JSON pointers from the answers; none where they were taken, or where the person stands
 * elsewhere by now.
 */
export async function answerForm(
  { deps, visit, language }: Sending,
  { step: name, round, typed }: SentForm,
): Promise<readonly string[]> {
  let wrong: readonly string[] = []
  await actOnVisit(deps, visit, (tx, locked, link) =>
    atStep({ deps, tx, locked, link, language }, 'ask', async ({ form, ...step }) => {
      const isShown = form && step.name === name && step.round === round
      const run = isShown && link.runId ? await readRun(tx, locked, deps.packs, link.runId) : null
      if (!run || !form) return undefined
      const value = readValues(form, typed, language)
      const outcome = await bringResult({ ...deps.packs, tx, locked }, run, {
        step: name,
        value,
        by: 'person',
      })
      if (typeof outcome === 'object') wrong = outcome.faults.map(({ pointer }) => pointer)
      return undefined
    }),
  )
  return wrong
}
