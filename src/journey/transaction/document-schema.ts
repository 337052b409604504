// The schema of a transaction’s identity document: as it may be sent, and as it is stored and answered. Type, country and
// number together are the document.
import { z } from 'zod'
import { issuesPassports, passportIssuers } from './country-rules.ts'
import { shownTypes } from './demands-schema.ts'
import { text } from './fields-schema.ts'

export const storedType = z.enum(['cpf', 'cnpj', 'passport', 'rnm']).meta({ example: 'cpf' })
export type DocumentType = z.output<typeof storedType>

export const documentType = z
  .string()
  .regex(
    /^(?:[Cc][Pp][Ff]|[Cc][Nn][Pp][Jj]|[Pp][Aa][Ss][Ss][Pp][Oo][Rr][Tt]|[Rr][Nn][Mm])$/,
    'must be CPF, CNPJ, passport or RNM',
  )
  .toLowerCase()
  .pipe(storedType)
  .meta({
    description:
      'In any letter case; answered in lower case. `rnm` is the number of the national migration register, of a foreigner who lives in Brazil.',
    example: 'CPF',
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern
      jsonSchema.enum = [...shownTypes]
    },
  })

export const document = text()
  .regex(/^[0-9A-Za-z./ -]*$/, 'must be letters, digits and the punctuation of a document number')
  .overwrite((value) => value.replaceAll(/[./ -]/g, '').toUpperCase())
  .meta({
    description:
      'A CPF has 11 digits; a CNPJ has 12 letters or digits and then 2 digits; a passport and an RNM have 5 to 20 ' +
      'letters and digits. Punctuation is left out of what is stored and answered, and letters are capitals. A wrong ' +
      'check digit does not stop a creation.',
    example: '529.982.247-25',
    // The type brings its own pattern, and most generators of bodies cannot join two patterns of one text.
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern
      Reflect.deleteProperty(jsonSchema, 'x-text')
    },
  })

export const documentCountry = text(3)
  .regex(/^[A-Za-z]{3}$/, 'must be a country by three letters')
  .toUpperCase()
  .refine(issuesPassports, {
    error: 'must be a country by three letters, as ISO 3166-1 has them',
    params: { code: 'format' },
  })
  .meta({
    description:
      'Who issued it: ISO 3166-1 alpha-3. A passport needs it; another document is of `BRA` if of any.',
    example: 'PRT',
    override: ({ jsonSchema }) => {
      jsonSchema.pattern = `^(?:${passportIssuers.join('|')})$`
    },
  })

const ofForeigner = /^[0-9A-Z]{5,20}$/
const forms: Readonly<Record<DocumentType, RegExp>> = {
  cpf: /^\d{11}$/,
  cnpj: /^[0-9A-Z]{12}\d{2}$/,
  passport: ofForeigner,
  rnm: ofForeigner,
}

export const storedDocument = z
  .string()
  .regex(/^(?:\d{11}|[0-9A-Z]{12}\d{2}|[0-9A-Z]{5,20})$/)
  .meta({ description: 'Without punctuation, in capitals.', example: '52998224725' })

/** A document without punctuation, as it is stored. */
export type Documented = {
  readonly documentType: DocumentType
  readonly document: string
  readonly documentCountry?: string
}

/** Whether a document without punctuation has the form of its type. */
export const fitsType = (sent: Pick<Documented, 'documentType' | 'document'>): boolean =>
  forms[sent.documentType].test(sent.document)

/**
 * Adds what a type demands of its document and country. It is checked even when other fields are wrong, so that one
 * answer lists all wrong fields.
 */
export const whole = <S extends z.ZodType>(schema: S): S =>
  schema
    .refine((sent) => fitsType(sent as Documented), {
      path: ['document'],
      params: { code: 'format' },
      error:
        'a CPF has 11 digits, a CNPJ 12 letters or digits and then 2 digits, a passport or RNM 5 to 20 letters and digits',
      when: areSound('documentType', 'document'),
    })
    // A passport needs its country, because two states may issue the same number; all other documents are Brazil's.
    .refine((sent) => !isPassport(sent) || countryOf(sent) !== undefined, {
      path: ['documentCountry'],
      params: { code: 'required' },
      error: 'a passport needs the country that issued it',
      when: areSound('documentType', 'documentCountry'),
    })
    .refine((sent) => isPassport(sent) || [undefined, 'BRA'].includes(countryOf(sent)), {
      path: ['documentCountry'],
      params: { code: 'not-allowed' },
      error: 'only a passport is of another country than BRA',
      when: areSound('documentType', 'documentCountry'),
    })

/** Safe because the schemas are those of a document. */
const isPassport = (sent: unknown) => (sent as Documented).documentType === 'passport'
const countryOf = (sent: unknown) => (sent as Documented).documentCountry

/** Whether the named fields have no fault yet, and the body is an object. */
const areSound =
  (...names: readonly string[]) =>
  ({ issues }: { readonly issues: readonly { path?: PropertyKey[] | undefined }[] }): boolean =>
    issues.every(({ path }) => {
      const field = path?.[0]
      return field !== undefined && !names.some((name) => name === field)
    })
