// Reads the answers that people gave in the forms of a run, for the reviewers of that run.
import { z } from 'zod'
import type { Db } from '#src/platform/db/client.ts'
import type { Principal } from '#src/platform/http/route.ts'
import type { StoredTransaction } from '#src/journey/transaction/store.ts'
import type { AskField, AskStep } from '#src/packs/document/pack.ts'
import { wordingIn } from '#src/packs/document/ask-fields.ts'
import { rowStepsByName } from '#src/packs/document/walk.ts'
import { type Brought, readBrought } from '#src/packs/runs/evidence/brought.ts'
import { stepKey } from '#src/packs/runs/evidence/evidence.ts'
import { roundOf } from '#src/packs/runs/rules.ts'
import type { ShownRun } from '#src/packs/runs/rows.ts'
import type { AnsweredForm } from './answers-schema.ts'
import type { ReviewDeps } from './source.ts'

type Asked = {
  readonly transaction: StoredTransaction
  readonly run: ShownRun
  readonly principal: Pick<Principal, 'scopes'>
}

/** The answers in the order of the document, from the newest round of each form. */
export async function readAnswers(
  { packs, sealer }: Pick<ReviewDeps, 'packs' | 'sealer'>,
  db: Db,
  { transaction, run, principal }: Asked,
): Promise<AnsweredForm[]> {
  const version = await packs.versions.find(db, run.owner, run.name, run.version)
  const forms = [...rowStepsByName(version?.document.root ?? nothing).values()].filter(
    (step) => step.kind === 'ask',
  )
  if (forms.length === 0) return []
  const brought = await readBrought(db, sealer, transaction, run.id)
  const path = `/v1/transaction/${transaction.id}/uploads`
  const hrefOf = principal.scopes.has('images:read') ? (id: string) => `${path}/${id}` : undefined
  return forms.flatMap((form) => {
    const answered = brought.get(stepKey(form.id, roundOf(run.begun[form.id])))
    return answered ? [toForm(form, answered, hrefOf)] : []
  })
}

const nothing = { kind: 'sequence', steps: [] } as const

type HrefOf = ((id: string) => string) | undefined

const toForm = (form: AskStep, { value, by, at }: Brought, hrefOf: HrefOf): AnsweredForm => ({
  step: form.id,
  title: wordingsOf(form.title),
  by: by === 'person' ? 'person' : 'client',
  at: at.toISOString(),
  fields: form.fields.flatMap((field) => {
    const one = value[field.name]
    const { name, type } = field
    return one === undefined
      ? []
      : [{ name, type, label: wordingsOf(field.label), ...toValue(field, one, hrefOf) }]
  }),
})

const UploadValue = z.object({
  id: z.string(),
  type: z.enum(['application/pdf', 'image/jpeg']),
  bytes: z.number(),
})

function toValue({ type }: AskField, value: unknown, hrefOf: HrefOf) {
  if (type !== 'upload')
    return { value: z.union([z.string(), z.number(), z.boolean()]).parse(value) }
  const uploads = z.array(UploadValue).parse(value)
  return { uploads: uploads.map((one) => ({ ...one, ...(hrefOf && { href: hrefOf(one.id) }) })) }
}

const wordingsOf = (wording: AskField['label']) => ({
  pt: wordingIn(wording, 'pt'),
  en: wordingIn(wording, 'en'),
  es: wordingIn(wording, 'es'),
})
