// Takes the answers of a form in the run of the link, if the person is at its step.
import { readWalk } from '#src/links/lvs/read.ts'
import type { StepState } from '#src/links/lvs/walk.ts'
import type { ValueFault } from '#src/journey/values/schema.ts'
import { fitResult } from '#src/packs/forms/fit.ts'
import {
  filesOf,
  noUploads,
  placeholders,
  type SentFiles,
  type StoredUploads,
  storeUploads,
} from '#src/packs/forms/uploads.ts'
import { bringResult } from '#src/packs/runs/evidence/bring.ts'
import { readRun } from '#src/packs/runs/store.ts'
import { atStep } from '../actions.ts'
import { readValues, type Typed } from './values.ts'
import type { Sending } from '../send-off.ts'
import { actOnVisit } from '../visit.ts'

export type SentForm = {
  /** The name of the step for which the form was shown, and its round. */
  readonly step: string
  readonly round: number
  readonly typed: Typed
  readonly files: SentFiles
}

/**
 * Returns the faults, with pointers from the answers; none when the answers were taken, or when the person is at
 * another step by now. Rejects with `unavailable` when files cannot be examined or stored.
 */
export async function answerForm(sending: Sending, sent: SentForm): Promise<readonly ValueFault[]> {
  const { deps, visit, language } = sending
  const uploads = await storeFiles(sending, sent)
  if ('faults' in uploads) return uploads.faults
  let wrong: readonly ValueFault[] = []
  await actOnVisit(deps, visit, (tx, locked, link) =>
    atStep({ deps, tx, locked, link, language }, 'ask', async (step) => {
      const form = formOf(step, sent)
      const run = form && link.runId ? await readRun(tx, locked, deps.packs, link.runId) : undefined
      if (!run || !form) return undefined
      const value = readValues(form, sent.typed, language)
      const ctx = { ...deps.packs, tx, locked }
      const outcome = await bringResult(ctx, run, { step: form.id, value, uploads, by: 'person' })
      if (typeof outcome === 'object') wrong = outcome.faults
      return undefined
    }),
  )
  return wrong
}

/** The form of the step, if it is the one that was shown. */
const formOf = ({ form, name, round }: StepState, sent: SentForm) =>
  name === sent.step && round === sent.round ? form : undefined

/** Stores the files before the commit, and only if the person is at the form and everything else fits. */
async function storeFiles(
  { deps, visit, language }: Sending,
  sent: SentForm,
): Promise<StoredUploads | { readonly faults: readonly ValueFault[] }> {
  if (Object.keys(sent.files).length === 0) return noUploads
  const { link, transaction, now } = visit
  const position = (await readWalk(deps.reads, deps, link, now))?.position
  const form = position?.kind === 'step' ? formOf(position.step, sent) : undefined
  if (!form) return noUploads
  const files = filesOf(form, sent.files)
  const fitted = fitResult(form, readValues(form, sent.typed, language), placeholders(files))
  return fitted && 'faults' in fitted ? fitted : storeUploads(deps, transaction, files)
}
