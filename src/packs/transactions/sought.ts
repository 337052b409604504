// What a search looks for: values as transactions have shown them, in every spelling that a text may mean. Pure.
import { documentValue, type Sighting } from '#src/journey/velocity/sighting.ts'
import { type Documented, fitsType } from '#src/journey/transaction/document-schema.ts'
import { toMatchKey } from '#src/messaging/phones/candidates.ts'
import { phoneKey, referenceKey } from '#src/risk/insights/keys.ts'
import { mailboxKey, parseMailbox } from '#src/journey/transaction/mailbox.ts'
import type { TransactionSearch } from './schema.ts'

/** One of these values; without any, and without an id, nothing can fit. */
export type Sought = { readonly values: readonly Sighting[]; readonly id?: string }

type Named = Exclude<TransactionSearch, { text: string }>
type Asked = {
  readonly [Name in keyof Documented]?: Documented[Name] | undefined
} & Pick<Named, 'phone' | 'email'>

/** What each named value may be; a transaction must fit all of them. */
export function toNamed({ phone, email, ...asked }: Asked): Sought[] {
  return [
    ...(asked.document === undefined ? [] : [ofKind('document', toDocuments(asked))]),
    ...(phone === undefined ? [] : [ofKind('phone', [phoneKey(phone)])]),
    ...(email === undefined ? [] : [ofKind('email', [toMailbox(email)])]),
  ]
}

const idShape = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** All that one pasted text may be. `named`: the generic fields in which references stand. */
export function toMeant(text: string, named: readonly string[]): Sought[] {
  const documents = /^[\da-z./ -]+$/i.test(text)
    ? toDocuments({ document: text.replaceAll(/[./ -]/g, '').toUpperCase() })
    : []
  const references = ['identifierId', ...named].flatMap((field) => referenceKey(field, text))
  const parts = [
    ofKind('document', documents),
    ofKind('phone', toPhones(text)),
    ofKind('email', [toMailbox(text)]),
    ofKind('reference', references),
  ]
  const values = parts.flatMap((one) => one.values)
  return [{ values, ...(idShape.test(text) && { id: text.toLowerCase() }) }]
}

const ofKind = (kind: Sighting['kind'], values: readonly (string | undefined)[]): Sought => ({
  values: values.flatMap((value) => (value === undefined ? [] : [{ kind, value }])),
})

const unsaid = ['cpf', 'cnpj', 'rnm'] as const
const ofCountry = ['passport'] as const

/** By its form a number may be of several types; what has the form of none can never have been accepted. */
function toDocuments({ document = '', documentType: said, documentCountry }: Asked): string[] {
  const types = said ? [said] : documentCountry ? ofCountry : unsaid
  return types
    .filter((documentType) => fitsType({ documentType, document }))
    .map((documentType) =>
      documentValue({ documentType, document, ...(documentCountry && { documentCountry }) }),
    )
}

/** Brazil's dialling code, a trunk's zero, or nothing may stand before the area code; other countries begin with `+`. */
function toPhones(text: string): (string | undefined)[] {
  if (!/^[\d+(). /-]+$/.test(text)) return []
  const digits = text.replaceAll(/\D/g, '')
  if (digits.length < 8 || digits.length > 15) return []
  const isWhole = text.trimStart().startsWith('+')
  const bare = digits.replace(/^0+/, '')
  const spelled = isWhole ? [digits] : [`55${bare}`, ...(bare.startsWith('55') ? [bare] : [])]
  return [...new Set(spelled.map((one) => toMatchKey(`+${one}`)))]
}

function toMailbox(email: string): string | undefined {
  const mailbox = parseMailbox(email)
  return mailbox && mailboxKey(mailbox)
}
