// Describes in JSON Schema what each type of document demands of its number and checks. Zod leaves refinements out of
// the OpenAPI document, and clients that generate bodies from it would be refused.
import { passportIssuers } from './country-rules.ts'
import { companyServices, personServices } from './parts-schema.ts'

type Demand = {
  readonly type: string
  readonly document: string
  readonly services: readonly string[]
  /** The countries that may have issued it; a passport has to show one. */
  readonly countries: readonly string[]
}

const between = '[./ -]*'

const ofForeigner = `^${between}(?:[0-9A-Za-z]${between}){5,20}$`

const demands: readonly Demand[] = [
  {
    type: 'CPF',
    document: `^${between}(?:[0-9]${between}){11}$`,
    services: personServices,
    countries: ['BRA'],
  },
  {
    type: 'CNPJ',
    document: `^${between}(?:[0-9A-Za-z]${between}){12}(?:[0-9]${between}){2}$`,
    services: companyServices,
    countries: ['BRA'],
  },
  { type: 'passport', document: ofForeigner, services: personServices, countries: passportIssuers },
  { type: 'rnm', document: ofForeigner, services: personServices, countries: ['BRA'] },
]

/** The two keywords are written as strings, because an object literal with a member `then` is taken for a promise. */
const keywords = 'if then'.split(' ')

const toRule = ({ type, document, services, countries }: Demand): object => {
  const asked = { properties: { documentType: { const: type } } }
  const demanded = {
    ...(type === 'passport' && { required: ['documentCountry'] }),
    properties: {
      documentCountry: { enum: [...countries] },
      document: { pattern: document },
      services: { properties: { bcheck: { items: { enum: [...services] } } } },
    },
  }
  return Object.fromEntries(keywords.map((name, at) => [name, at === 0 ? asked : demanded]))
}

/** One rule per type, nested in the `else` of the rule before it. */
export const demandsOfTypes: object = demands
  .map(toRule)
  .reduceRight<object>((rest, rule) => ({ ...rule, ...('if' in rest && { else: rest }) }), {})

/** One spelling per type, so that generated clients have a name for it; other letter cases are accepted too. */
export const shownTypes: readonly string[] = demands.map(({ type }) => type)
