// What conditions see of services with results of their own: of the own person or company, and of each that stands behind
// it. Pure, over plain data, so that test cases see it in their thread.
import { celTypeOf } from '#src/journey/values/cel.ts'
import { partOf } from '#src/journey/values/faults.ts'
import { projectValue } from '#src/journey/values/project.ts'
import type { ValueFault, ValueSchema } from '#src/journey/values/schema.ts'
import type { CelFields, CelType } from '#src/platform/cel/variables.ts'
import { sayLikeliest } from '#src/platform/likeness.ts'

/** The schema of what a service brings, by its name. */
export type ServiceSchemas = Readonly<Record<string, ValueSchema>>

/** What a run has of a step. */
type Section = { readonly moduleStatus: string; readonly results: readonly unknown[] }

type StepOptions = Readonly<Record<string, unknown>> | undefined

/** A result of a module whose results bear services. */
type Result = {
  readonly isOwn?: boolean
  readonly isParty?: boolean
  readonly services?: readonly Service[]
}
type Service = { readonly name: string; readonly status?: string; readonly values?: object }

/** By what a step asks; of what it does not ask there is nothing to see. */
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

/** Parties are absent until each that is known has answered: a list of some of them would clear those that are missing. */
export function serviceValues(
  schemas: ServiceSchemas = {},
  { moduleStatus, results }: Section,
  options: StepOptions,
): Readonly<Record<string, unknown>> {
  const names = namesIn(schemas, options)
  if (names.length === 0) return {}
  // Safe because a module with such services gives such results, and a case's have the form of its module's.
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

/** What a test case says of services, by their names as conditions read them: `{OpeningProtection: {active: true}}`. */
const saidIn = (result: object): readonly [string, unknown][] =>
  'services' in result ? Object.entries(Object(result.services)) : []

/** The result of a test case as its module would give it. */
export const withServices = (result: Readonly<Record<string, unknown>>) => ({
  ...result,
  ...('services' in result && {
    services: saidIn(result).map(([name, values]) => ({ name, status: 'completed', values })),
  }),
})

/** What the result of a test case cannot hold; pointers start at it. */
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

/** The newest answer of each service; results come newest first. */
function answersIn(results: readonly Result[], names: readonly string[]) {
  const answered = results
    .flatMap(servicesOf)
    .filter(({ name, status, values }) => names.includes(name) && status === 'completed' && values)
    .map(({ name, values }) => [name, values] as const)
  return Object.fromEntries(answered.toReversed())
}
