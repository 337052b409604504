// Asks official bases about the person of a transaction, with the newest live selfie, the recognised document, and the
// client's data about its holder.
import { personOf } from '#src/screening/answers/subject.ts'
import type { CheckOrder } from '#src/screening/checks/request.ts'
import type { ShownIds } from '#src/screening/wire/request.ts'
import { officialService } from '#src/screening/wire/required.ts'
import type { Owning } from '#src/journey/capabilities/module.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'

export const module = 'official-match'
const port = 'official-match'

type Reading = { readonly db: Db; readonly sealer: Sealer }

/** Finds a live selfie and a recognised document with its fields; undefined when one of them is missing. */
export type FindShownPerson = (
  on: Reading,
  owner: Owning,
) => Promise<
  | (ShownIds & {
      /** Empty when the document shows none. */
      readonly cpf: string
      readonly name?: string
      readonly birthdate?: string
      readonly licenceNumber?: string
    })
  | undefined
>

/** Undefined when selfie or document is missing, or the document has another number. */
export async function readMatchQuery(
  find: FindShownPerson,
  on: Reading,
  owner: Owning,
): Promise<CheckOrder | undefined> {
  const fields = await readFields(on.sealer, owner)
  if (fields.documentType !== 'cpf') return undefined
  const shown = await find(on, owner)
  if (!shown || (shown.cpf !== '' && shown.cpf !== fields.document)) return undefined
  const { selfieId, selfieOf, documentOf, licenceNumber } = shown
  const { mothersName, fathersName, ...own } = personOf(fields)
  const name = own.name ?? shown.name
  const birthdate = own.birthdate ?? shown.birthdate
  const subject = {
    document: fields.document,
    ...(name && { name }),
    ...(birthdate && { birthdate }),
    ...(mothersName && { mothersName }),
    ...(fathersName && { fathersName }),
    ...(licenceNumber && { licenceNumber }),
    shown: { selfieId, selfieOf, documentOf },
  }
  return { module, port, services: [officialService], subject }
}
