import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { toRedocAnswer } from '#src/biometrics/examinations/answers.ts'
import type { BiometricsDeps } from '#src/biometrics/examinations/deps.ts'
import { type CheckedFile, checkFile } from '#src/biometrics/examinations/documents/signed-file.ts'
import { findMagic } from '#src/biometrics/examinations/magic.ts'
import { alertsTable, magicTable } from '#src/biometrics/examinations/prose.ts'
import { RedocResult } from '#src/biometrics/examinations/schema.ts'
import { isPdf } from '#src/biometrics/signed-files/envelope.ts'
import { readFiles } from '#src/biometrics/images/base64.ts'
import { listExaminations } from '#src/biometrics/examinations/store.ts'
import {
  type Prepared,
  prepareSubmission,
  releaseSubmission,
  type Taken,
  takeSubmission,
} from '#src/biometrics/examinations/submit.ts'
import { waitForExamination } from '#src/biometrics/examinations/wait.ts'
import { Problem } from '#src/platform/errors.ts'
import { mountPrepared, pending } from '#src/journey/commit/change.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { findTransaction } from '#src/journey/transaction/store.ts'

const param = z.object({ id: z.uuid().meta({ description: 'The transaction.' }) })
const tag = 'Biometrics'
const paths = ['/v1/transaction/{id}/redoc', '/v1/{id}/redoc'] as const

const postRoute = defineRoute({
  method: 'post',
  paths,
  operationId: 'recogniseDocument',
  summary: 'Recognise a document',
  description: `Reads an RG, a CNH, a CIN, or a PASSPORT or CRNM by its machine-readable zone, and compares it with the transaction and, where a selfie is stored, its portrait with that. The verdict is over the document: send front and back one after the other, in any order, at most 30 minutes apart. A CNH or CIN that was exported as a PDF (10 MB, 20 pages) is sent as it is: its issuer's signature is checked before it is opened, and its pictures are read; what nobody is known to have signed is not read. Answers when the engines have looked at it, after 30 s at the latest.\n\n${alertsTable}\n\n${magicTable}`,
  tag,
  bodyLimit: 'images',
  request: {
    param,
    header: z.object({
      acceptance: z.string().max(1_000).exactOptional().meta({
        description: 'Recorded with the recognition; any value or none.',
        example: 'True',
      }),
    }),
    form: z
      .object({
        selfie: z.file().meta({
          description: 'The photograph of the document, or the PDF that its issuer signed.',
          override: { type: 'string', format: 'binary' },
        }),
      })
      .meta({ id: 'RedocForm', description: 'One photograph, or one file.' }),
  },
  responses: { 201: { description: 'The recognition.', body: RedocResult } },
  problems: ['not-found', 'image-unreadable', 'busy', 'internal', 'unavailable'],
})

const listRoute = defineRoute({
  method: 'get',
  paths,
  operationId: 'listRecognitions',
  audits: 'record.read',
  summary: 'List document recognitions',
  description: 'Those that have a result; a technical failure is none.',
  tag,
  request: { param },
  responses: { 200: { description: 'Newest first, at most 100.', body: z.array(RedocResult) } },
  problems: ['not-found'],
})

type PreparedRedoc = Prepared & {
  readonly kind: 'redoc'
  readonly hash: string
  readonly fileName: string | undefined
  readonly file: CheckedFile | undefined
  taken?: Taken
}

export function redocRoutes(deps: BiometricsDeps): Mounted[] {
  const { reads, sealer } = deps
  return [
    mountPrepared<typeof postRoute, PreparedRedoc>(deps, postRoute, {
      async prepare({ request }, owner) {
        const transaction = await findTransaction(reads, owner, request.param.id)
        if (!transaction) throw new Problem('not-found')
        const images = await readFiles([request.form.selfie])
        const [image] = images
        // A random fingerprint: each document is examined again, because a newer selfie may have been sent meanwhile.
        const hash = createHash('sha256')
          .update(image?.bytes ?? '')
          .digest('base64url')
        const fingerprint = [randomUUID(), hash]
        const file =
          image && isPdf(image.bytes) ? await checkFile(deps, transaction, image.bytes) : undefined
        const sent = {
          kind: 'redoc',
          images,
          fingerprint,
          ...(file && { cleaned: file.pictures }),
        } as const
        const prepared = await prepareSubmission(deps, transaction, sent, () => '#/selfie')
        return { ...prepared, kind: 'redoc', hash, fileName: image?.name, file }
      },
      async decide({ request, tx, lock }, prepared) {
        const locked = await lock(request.param.id)
        const { acceptance } = request.header
        // A signed file is judged only by its signature, so its name does not choose a sandbox result.
        const isNamed = locked.mode === 'sandbox' && !prepared.file
        const magic = isNamed ? findMagic([prepared.fileName]) : undefined
        prepared.taken = await takeSubmission({ ...deps, tx, locked }, prepared, async () => ({
          hash: prepared.hash,
          ...(prepared.file && { file: prepared.file.verdict }),
          ...(acceptance !== undefined && { acceptance }),
          ...(magic && { magic }),
        }))
        return pending(prepared.taken.seq)
      },
      release: (prepared) => releaseSubmission(deps, prepared, prepared.taken),
      async finish({ owner, id, seq }) {
        const { examination } = await waitForExamination<'redoc'>(deps, owner, { id, seq })
        const answer = toRedocAnswer(examination)
        // The contract demands status 500 when the examination failed.
        if (!answer) throw new Problem('internal', { reason: 'examination-failed' })
        return reply(201, answer)
      },
    }),
    mount(listRoute, async ({ request, principal }) => {
      const transaction = await findTransaction(reads, principal, request.param.id)
      if (!transaction) return refuse('not-found')
      const all = await listExaminations({ db: reads, sealer }, transaction, ['redoc'])
      return reply(
        200,
        all.flatMap((one) => toRedocAnswer(one) ?? []),
      )
    }),
  ]
}
