// The services of a definition: known names, and added ones with the schema of their result.
import { z } from 'zod'
import { type OwnService, OwnServiceForm } from '#src/screening/wire/own-schema.ts'
import { findFormFaults, samplesOf } from '#src/screening/wire/own-services.ts'

export const service = z.string().min(1).max(60)
export const Services = z.array(z.union([service, OwnServiceForm])).min(1)
type Services = z.output<typeof Services>

export const namesOf = (services: Services): string[] =>
  services.map((one) => (typeof one === 'string' ? one : one.name))

export const ownServicesOf = (services: Services = []): Record<string, OwnService> =>
  Object.fromEntries(
    services.flatMap((one) => {
      if (typeof one === 'string') return []
      const { name, result, sandbox } = one
      return [[name, { result, ...(sandbox && { sandbox: samplesOf(one) }) }] as const]
    }),
  )

/** Faults that the form's schema does not find, each with its position. */
export function findOwnServiceFaults(services: Services = []): string[] {
  const names = namesOf(services)
  return services.flatMap((one, at) => {
    const isTwice = names.indexOf(names[at] ?? '') !== names.lastIndexOf(names[at] ?? '')
    const faults = typeof one === 'string' ? [] : findFormFaults(one)
    return [
      ...faults.map((fault) => `services.${at}.${fault}`),
      ...(isTwice ? [`services.${at}: stands twice`] : []),
    ]
  })
}
