// Services of a deployment’s own vendors: which names are theirs, and what of an answer fits. Pure.
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

/** Whether the service itself says what the result of one of that name is. */
export const isKnownService = (name: string): boolean => known.has(name)

/** What a vendor says, as far as the schema names it; else where it does not fit, and never what stands there. */
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

/** The samples that fit; `findFormFaults` says what does not. */
export const samplesOf = ({ result, sandbox = {} }: OwnServiceForm): Samples =>
  Object.fromEntries(
    Object.entries(sandbox).flatMap(([digits, given]) => {
      const read = readOwn(result, given)
      return 'values' in read ? [[digits, read.values] as const] : []
    }),
  )

/** What the form alone does not say, each with its place in the service. */
export function findFormFaults({ name, result, sandbox = {} }: OwnServiceForm): string[] {
  const inSchema = findSchemaFaults(result)
  if (inSchema.length > 0)
    return inSchema.map(({ pointer, detail }) => `result${pointer}: ${detail}`)
  return [
    ...(isKnownService(name) ? [`name: what ${name} says is known already`] : []),
    // Its values are shown in the answer of a check, where nothing is hidden.
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
