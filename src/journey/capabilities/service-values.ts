// What conditions see of services whose results have a schema of their own: for the person or company itself, and for
// each party behind it. Pure, over plain data, so that test cases can use it in their thread.
import { celTypeOf } from '#src/journey/values/cel.ts'
import { partOf } from '#src/journey/values/faults.ts'
import { projectValue } from '#src/journey/values/project.ts'
import type { ValueFault, ValueSchema } from '#src/journey/values/schema.ts'
import type { CelFields, CelType } from '#src/platform/cel/variables.ts'
import { sayLikeliest } from '#src/platform/likeness.ts'

/** The schema of each service's result, by the service's name. */
export type ServiceSchemas = Readonly<Record<string, ValueSchema>>

/** The status and results of a step in a run. */
type Section = { readonly moduleStatus: string; readonly results: readonly unknown[] }

type StepOptions = Readonly<Record<string, unknown>> | undefined

/** A result of a module that may contain results of services. */
type Result = {
  readonly isOwn?: boolean
  readonly isParty?: boolean
  readonly services?: readonly Service[]
}
type Service = { readonly name: string; readonly status?: string; readonly values?: object }

/** The types that conditions see, for those services only that the step asks for. */
export function serviceTypes(schemas: ServiceSchemas = {}, options: StepOptions): CelFields {
  const fields = namesIn(schemas, options).flatMap((name) => {
    const schema = schemas[name]
    return schema ? [[name, celTypeOf(schema)] as const] : []
  })
  if (fields.length === 0) return {}
  const services: CelType = { record: Object.fromEntries(fields) }
  return {
    ...(options?.['about'] !== 'parties' && { services }),
    ...(options?.['about'] !== 'own' && { parties: { list: { record: { services } } } }),
  }
}

/** Parties are absent until every known one has answered, because a partial list would clear the missing ones. */
export function serviceValues(
  schemas: ServiceSchemas = {},
  { moduleStatus, results }: Section,
  options: StepOptions,
): Readonly<Record<string, unknown>> {
  const names = namesIn(schemas, options)
  if (names.length === 0) return {}
  // Safe because a module with such services returns results of this type, and those of a case are parsed with the
  // module's schema.
  const checks = (results as readonly Result[]).filter(({ isOwn }) => isOwn !== false)
  const parties = checks
    .filter((one) => one.isParty && servicesOf(one).some(({ name }) => names.includes(name)))
    .map((one) => ({ services: answersIn([one], names) }))
  const own = checks.filter((one) => !one.isParty)
  return {
    services: answersIn(own, names),
    ...(moduleStatus === 'completed' && parties.length > 0 && { parties }),
  }
}

/**
 * The services in the result of a test case, by the names that conditions use: `{OpeningProtection: {active: true}}`.
 */
const saidIn = (result: object): readonly [string, unknown][] =>
  'services' in result ? Object.entries(Object(result.services)) : []

/** Gives the result of a test case the form in which the module would return it. */
export const withServices = (result: Readonly<Record<string, unknown>>) => ({
  ...result,
  ...('services' in result && {
    services: saidIn(result).map(([name, values]) => ({ name, status: 'completed', values })),
  }),
})

/** The values in a test case's result that do not fit their service's schema; pointers start at the result. */
export function findServiceFaults(schemas: ServiceSchemas = {}, result: object): ValueFault[] {
  return saidIn(result).flatMap(([name, values]) => {
    const pointer = `/services/${partOf(name)}`
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
    const there = sayLikeliest(name, Object.keys(schemas))
    if (!schema) return [{ pointer, detail: `no condition reads such a service; ${there}` }]
    const fitted = projectValue(schema, values)
    const faults = 'faults' in fitted ? fitted.faults : []
    return faults.map((one) => ({ ...one, pointer: pointer + one.pointer }))
  })
}

function namesIn(schemas: ServiceSchemas, options: StepOptions): string[] {
  const asked = options?.['services']
  const names: readonly unknown[] = Array.isArray(asked) ? asked : []
  return Object.keys(schemas).filter((name) => names.includes(name))
}

const servicesOf = (result: object): readonly Service[] =>
  'services' in result && Array.isArray(result.services) ? result.services : []

/** The newest answer of each service; `results` begins with the newest. */
function answersIn(results: readonly Result[], names: readonly string[]) {
  const answered = results
    .flatMap(servicesOf)
    .filter(({ name, status, values }) => names.includes(name) && status === 'completed' && values)
    .map(({ name, values }) => [name, values] as const)
  return Object.fromEntries(answered.toReversed())
}
