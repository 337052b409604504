// PATCH /v1/transaction/{id}: the fields of a transaction are corrected, and what rests on their old values is taken back.
import { z } from 'zod'
import type { Capability, OnCorrected } from '#src/journey/capabilities/capability.ts'
import { type ChangeDeps, mountChange } from '#src/journey/commit/change.ts'
import { append } from '#src/journey/journal/append.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import {
  CreateTransaction,
  type StoredFields,
  toAnswer,
  Transaction,
} from '#src/journey/transaction/schema.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { Problem } from '#src/platform/errors.ts'
import type { Db } from '#src/platform/db/client.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { check } from '#src/platform/http/request/faults.ts'
import { defineRoute, type Mounted } from '#src/platform/http/route.ts'
import { changedNames, limitOf, mergePatch } from './rules.ts'
import { CorrectTransaction } from './schema.ts'
import { forgetCorrections, listCorrections, writeCorrection } from './store.ts'
import { defineEvent, defineKind, unchanged } from '#src/journey/journal/kind.ts'

/** `code` lists the names of the corrected fields. */
const corrected = defineKind(
  'corrected',
  'Fields of the transaction were corrected; the code names them. What was asked and shown about their old values counts no more.',
  unchanged,
  defineEvent('transaction.corrected', 'Fields of a transaction were corrected.', {
    fields: { from: 'code', meaning: 'Their names, with spaces between them.' },
  }),
)

const correctTransaction = defineRoute({
  method: 'patch',
  paths: ['/v1/transaction/{id}'],
  operationId: 'correctTransaction',
  summary: 'Correct fields of a transaction',
  description:
    'By a merge patch (RFC 7396), at most 20 times, and one field three times in 24 hours. What rests on the old values counts no more, as if the steps that brought it were fresh: after a name, a birth date or a parent’s name checks, the verdict of the document and scores; after an e-mail address its token; after a phone that is gone its answers, but for a no; after partners or representatives what was asked about them; after anything what is computed. Open runs go on from there. The answer of a run that has ended keeps the fields that it was about, with `corrected`. What changes nothing is no correction.',
  tag: 'Transaction',
  mediaTypes: ['application/merge-patch+json'],
  request: {
    param: z.object({ id: z.uuid().meta({ description: 'The transaction.' }) }),
    json: CorrectTransaction,
  },
  responses: { 200: { description: 'The transaction as it is now.', body: Transaction } },
  problems: ['not-found', 'limit-reached'],
})

export type CorrectionDeps = ChangeDeps & { readonly corrected: OnCorrected }

const correctionRoutes = (deps: CorrectionDeps): Mounted[] => [
  mountChange(deps, correctTransaction, async ({ request, tx, lock }) => {
    const { sealer } = deps
    const locked = await lock(request.param.id)
    const before = await readFields(sealer, locked)
    const after = correct(before, request.json)
    const names = changedNames(before, after)
    if (names.length === 0) return reply(200, toAnswer(before, locked))
    const limit = limitOf(await listCorrections(tx, locked.id), names, locked.now)
    if (limit) return refuse('limit-reached', limit)
    await takeBack(deps, { tx, locked, before, after, names })
    await writeCorrection(tx, sealer, locked, { before, after, names })
    append(locked, { kind: corrected, code: names.join(' ') })
    return reply(200, toAnswer(after, locked))
  }),
]

/** Throws the error that a creation with these fields would be refused with. */
function correct(before: StoredFields, patch: Readonly<Record<string, unknown>>): StoredFields {
  // `Phones` is the contract's spelling of `phones`, and wins when both are sent.
  const { Phones: sent, ...named } = patch
  const merged = mergePatch(before, sent === undefined ? named : { ...named, phones: sent })
  const checked = check(CreateTransaction, merged)
  if ('faults' in checked) throw new Problem('invalid-request', { faults: checked.faults })
  return { ...checked.data, ...(before.parent && { parent: before.parent }) }
}

type Taking = {
  readonly tx: Db
  readonly locked: Locked
  readonly before: StoredFields
  readonly after: StoredFields
  readonly names: readonly string[]
}

/** Each capability decides which of its results depend on the old values. */
async function takeBack(
  { sealer, corrected: tell }: CorrectionDeps,
  { tx, locked, before, after: fields, names }: Taking,
): Promise<void> {
  const { anew = [], again = [] } = await tell({ tx, sealer, locked, before, fields, names })
  const at = locked.now.getTime()
  locked.takenBack = { ...locked.takenBack, ...Object.fromEntries(anew.map((one) => [one, at])) }
  locked.retakes = new Set([...anew, ...again])
}

export const corrections: Capability<CorrectionDeps> = {
  name: 'corrections',
  kinds: [corrected],
  routes: correctionRoutes,
  erased: forgetCorrections,
}
