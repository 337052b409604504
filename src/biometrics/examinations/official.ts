// Prepares questions to official bases, and stores their answers with the recognition that they concern.
import type { InCommit } from '#src/journey/transaction/locked.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Db } from '#src/platform/db/client.ts'
import { digitsOf } from '#src/biometrics/verdicts/documents.ts'
import type { OfficialWord } from './examination.ts'
import { findSelfie } from './selfies.ts'
import {
  completeExamination,
  findExamination,
  listExaminations,
  openExamination,
  type Owned,
} from './store.ts'

/** A live selfie and a document with its holder's data; the document's other side counts as the same document. */
export type ShownPerson = {
  readonly selfieId: string
  readonly selfieOf: string
  readonly documentOf: string
  /** Eleven digits; empty if no CPF was read. */
  readonly cpf: string
  readonly name?: string
  readonly birthdate?: string
  readonly licenceNumber?: string
}

/** Undefined if nobody was seen live, or if the newest document was refused or not recognised. */
export async function findShownPerson(
  { db, sealer }: { readonly db: Db; readonly sealer: Sealer },
  owner: Owned,
): Promise<ShownPerson | undefined> {
  const selfie = await findSelfie({ db, sealer }, owner, 'live')
  const all = selfie ? await listExaminations({ db, sealer }, owner, ['redoc']) : []
  const newest = all.find(({ result }) => result !== undefined)
  if (!selfie || !newest?.result) return undefined
  const { result, reading, withSide } = newest.result
  if (result === 'Reprovado' || reading.documentType === 'UNKNOWN') return undefined
  const other = all.find(({ id }) => id === withSide)?.result?.reading
  const read = (field: 'nome' | 'dataNascimento' | 'numeroCPF') =>
    reading.fields[field] || (other?.fields[field] ?? '')
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(read('dataNascimento')) ?? []
  const licence = reading.licence ?? other?.licence
  return {
    selfieId: selfie.imageId,
    selfieOf: selfie.submissionId,
    documentOf: newest.id,
    cpf: digitsOf(read('numeroCPF')),
    ...(read('nome') !== '' && { name: read('nome') }),
    ...(year !== undefined && { birthdate: `${year}-${month}-${day}` }),
    ...(licence !== undefined && { licenceNumber: licence }),
  }
}

/** Replaces an earlier answer; nothing is written if the recognition no longer exists. */
export async function recordOfficial(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  { documentOf, ...said }: Omit<OfficialWord, 'at'> & { readonly documentOf: string },
): Promise<void> {
  const row = await findExamination(tx, documentOf)
  if (row?.transactionId !== locked.id || row.kind !== 'redoc' || row.endedAt === null) return
  const { id, result } = await openExamination<'redoc'>(sealer, locked, row)
  if (!result) return
  const official = { ...said, at: locked.now.toISOString() }
  const changed = { id, result: { ...result, official }, endedAt: row.endedAt }
  await completeExamination<'redoc'>({ tx, sealer, locked }, changed)
}
