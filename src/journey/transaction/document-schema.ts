// The schema of a transaction’s identity document: as it may be sent, and as it is stored and answered.
import { z } from 'zod'
import { text } from './fields-schema.ts'

export const storedType = z.enum(['cpf', 'cnpj']).meta({ example: 'cpf' })

export const documentType = z
  .string()
  .regex(/^(?:[Cc][Pp][Ff]|[Cc][Nn][Pp][Jj])$/, 'must be CPF or CNPJ')
  .toLowerCase()
  .pipe(storedType)
  .meta({ description: 'In any letter case; answered in lower case.', example: 'CPF' })

export const document = text()
  .regex(/^[0-9A-Za-z./ -]*$/, 'must be letters, digits and the punctuation of a document number')
  .overwrite((value) => value.replaceAll(/[./ -]/g, '').toUpperCase())
  .meta({
    description:
      'A CPF has 11 digits; a CNPJ has 12 letters or digits and then 2 digits. Punctuation is left ' +
      'out of what is stored and answered. A wrong check digit does not stop a creation.',
    example: '529.982.247-25',
  })

const forms = { cpf: /^\d{11}$/, cnpj: /^[0-9A-Z]{12}\d{2}$/ }

export const storedDocument = z
  .string()
  .regex(/^(?:\d{11}|[0-9A-Z]{12}\d{2})$/)
  .meta({ description: 'Without punctuation.', example: '52998224725' })

/** Whether a document without punctuation has the form of its type. */
export function fitsType(sent: {
  documentType: z.output<typeof documentType>
  document: string
}): boolean {
  return forms[sent.documentType].test(sent.document)
}

/** Checked even if other fields are wrong, so that one answer names all wrong fields. */
export const documentFault = {
  path: ['document'],
  params: { code: 'format' },
  error: 'a CPF has 11 digits, a CNPJ 12 letters or digits and then 2 digits',
  when: ({ issues }: { issues: readonly { path?: PropertyKey[] | undefined }[] }) =>
    !issues.some(touchesDocument),
}

/** Whether one of the two fields is already wrong, or there is no body. */
function touchesDocument({ path }: { path?: PropertyKey[] | undefined }): boolean {
  const field = path?.[0]
  return field === undefined || field === 'documentType' || field === 'document'
}
