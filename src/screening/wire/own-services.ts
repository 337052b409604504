// Services that vendors' definitions add: which names they may have, and which parts of an answer fit. Pure.
import { companyServices, personServices } from '#src/journey/transaction/parts-schema.ts'
import { findSchemaFaults } from '#src/journey/values/faults.ts'
import { projectValue } from '#src/journey/values/project.ts'
import type { ValueFault, ValueSchema } from '#src/journey/values/schema.ts'
import type { OwnResult, OwnServiceForm, Samples } from './own-schema.ts'
import { officialService } from './required.ts'

export const isOwnResult = (answer: object): answer is OwnResult => 'values' in answer

const known: ReadonlySet<string> = new Set([
  ...personServices,
  ...companyServices,
  officialService,
  'Bin',
  'CreditScore',
])

/** Whether the product itself defines the result of a service of this name. */
export const isKnownService = (name: string): boolean => known.has(name)

/**
 * Reads a vendor's result as far as the schema names its fields; otherwise returns the position that does not fit,
 * never the value there.
 */
export function readOwn(
  schema: ValueSchema,
  value: unknown,
): OwnResult | { readonly misfits: readonly { readonly path: string; readonly detail: string }[] } {
  const fitted = projectValue(schema, value)
  return 'value' in fitted ? { values: fitted.value } : { misfits: fitted.faults.map(toMisfit) }
}

const toMisfit = ({ pointer, detail }: ValueFault) => ({
  path: pointer.slice(1).replaceAll('/', '.') || 'map',
  detail,
})

/** The samples that fit the result; `findFormFaults` reports the others. */
export const samplesOf = ({ result, sandbox = {} }: OwnServiceForm): Samples =>
  Object.fromEntries(
    Object.entries(sandbox).flatMap(([digits, given]) => {
      const read = readOwn(result, given)
      return 'values' in read ? [[digits, read.values] as const] : []
    }),
  )

/** Faults that the form's schema does not find, each with its position in the service. */
export function findFormFaults({ name, result, sandbox = {} }: OwnServiceForm): string[] {
  const inSchema = findSchemaFaults(result)
  if (inSchema.length > 0)
    return inSchema.map(({ pointer, detail }) => `result${pointer}: ${detail}`)
  return [
    ...(isKnownService(name) ? [`name: what ${name} says is known already`] : []),
    // The answer of a check shows these values without hiding any.
    ...(hasPersonal(result) ? ['result: nothing in it can be x-personal'] : []),
    ...Object.entries(sandbox).flatMap(([digits, given]) => {
      const read = readOwn(result, given)
      return 'values' in read
        ? []
        : read.misfits.map(({ path, detail }) => `sandbox.${digits}.${path}: ${detail}`)
    }),
  ]
}

const hasPersonal = (schema: ValueSchema): boolean =>
  schema['x-personal'] === true ||
  [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])].some(
    hasPersonal,
  )
