// Turns a search into the values that transactions may have shown, in every spelling that its text may mean. Pure.
import { documentValue, type Sighting } from '#src/journey/velocity/sighting.ts'
import { type Documented, fitsType } from '#src/journey/transaction/document-schema.ts'
import { toMatchKey } from '#src/messaging/phones/candidates.ts'
import { phoneKey, referenceKey } from '#src/risk/insights/keys.ts'
import { mailboxKey, parseMailbox } from '#src/journey/transaction/mailbox.ts'
import type { TransactionSearch } from './schema.ts'

/** A transaction must have one of these values or this id; with neither, none fits. */
export type Sought = { readonly values: readonly Sighting[]; readonly id?: string }

type Named = Exclude<TransactionSearch, { text: string }>
type Asked = {
  readonly [Name in keyof Documented]?: Documented[Name] | undefined
} & Pick<Named, 'phone' | 'email'>

/** The possible values of each named field; a transaction must fit all fields. */
export function toNamed({ phone, email, ...asked }: Asked): Sought[] {
  return [
    ...(asked.document === undefined ? [] : [ofKind('document', toDocuments(asked))]),
    ...(phone === undefined ? [] : [ofKind('phone', [phoneKey(phone)])]),
    ...(email === undefined ? [] : [ofKind('email', [toMailbox(email)])]),
  ]
}

const idShape = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** All values that one pasted text may mean. `named` are the generic fields in which references are kept. */
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

/** The types that a number may have by its form; a number without any such form was never accepted. */
function toDocuments({ document = '', documentType: said, documentCountry }: Asked): string[] {
  const types = said ? [said] : documentCountry ? ofCountry : unsaid
  return types
    .filter((documentType) => fitsType({ documentType, document }))
    .map((documentType) =>
      documentValue({ documentType, document, ...(documentCountry && { documentCountry }) }),
    )
}

/**
 * A Brazilian number may begin with the country code, a trunk prefix of zero, or the area code; other countries need a
 * `+`.
 */
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
