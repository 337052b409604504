// The module completes with a recognised document; its section shows each recognition, the newest first.
import { documentAlerts } from '#src/journey/facts/vocabulary/words.ts'
import { type Examination, hasDone, listExaminations } from '#src/biometrics/examinations/store.ts'
import { countsFor, hasDocumentEnded, triesOf } from '#src/biometrics/examinations/counted.ts'
import { z } from 'zod'
import { defineModule, type ModuleCall, waitsFor } from '#src/journey/capabilities/module.ts'
import { AiDocsResult } from './schema.ts'

/** Packs name this module by its key. */
export const aiDocs = { key: 'aiDocs' } as const

/** Ordered by their codes, from 0. */
const documentTypes = ['UNKNOWN', 'RG', 'CNH', 'CIN', 'PASSPORT', 'CRNM'] as const
const results = ['Aprovado', 'Inconclusivo', 'Reprovado'] as const

const Options = z.strictObject({
  kinds: z.array(z.enum(documentTypes)).min(1).max(6).exactOptional().meta({
    description: 'Only documents of these kinds count.',
  }),
  tries: z.int().min(1).max(10).exactOptional().meta({
    description:
      'So many unreadable or inconclusive ones end the step; before that it is asked again. 1 without it.',
  }),
})

export const redocModule = defineModule(
  aiDocs,
  AiDocsResult,
  async (db, { sealer, transaction, moduleStatus, ...counted }) => {
    const all = await listExaminations({ db, sealer }, transaction, ['redoc'])
    return { moduleStatus, results: all.filter(countsFor(counted)).map(toResult) }
  },
  {
    options: Options,
    runs: waitsFor(isThere),
    seen: {
      type: { oneOf: [0, 1, 2, 3, 4, 5] },
      status: 'string',
      statusCode: { oneOf: [1, 2, 3] },
      subStatus: { oneOf: ['', ...documentAlerts] },
      subStatusCode: { oneOf: [0, ...documentAlerts.map((_, at) => at + 1)] },
      processStatus: 'string',
    },
  },
)

async function isThere({ tx, locked, sealer, ...counted }: ModuleCall): Promise<boolean> {
  if (!(await hasDone(tx, locked.id, 'redoc', counted))) return false
  if (!counted.options) return true
  const all = await listExaminations({ db: tx, sealer }, locked, ['redoc'])
  const found = all.filter(countsFor(counted)).flatMap(({ result }) => result?.result ?? [])
  return found.length > 0 && hasDocumentEnded(found, triesOf(counted))
}

const processes = {
  processing: { processStatusCode: 1, processStatus: 'Processing' },
  done: { processStatusCode: 2, processStatus: 'Processed' },
  failed: { processStatusCode: 3, processStatus: 'Failed' },
} as const

function toResult(one: Examination<'redoc'>): AiDocsResult {
  const { id, transactionId, status, takenAt, endedAt, result } = one
  const [alert] = result?.alerts ?? []
  return {
    identifierId: id,
    transactionId,
    type: result ? documentTypes.indexOf(result.reading.documentType) : 0,
    isDigital: one.input.file !== undefined,
    ...processes[status],
    ...(result && { statusCode: results.indexOf(result.result) + 1, status: result.result }),
    subStatus: alert ?? '',
    subStatusCode: alert ? documentAlerts.indexOf(alert) + 1 : 0,
    receivedDate: takenAt.toISOString(),
    ...(endedAt && { endDate: endedAt.toISOString() }),
  }
}
