// The document of somebody without a CPF: and what may be asked by it. Pure.
import { listServices } from '#src/journey/transaction/parts-schema.ts'
import type { PersonSubject } from './request.ts'

/** In capitals without punctuation, and by ISO 3166-1 alpha-3 who issued it. */
export type ForeignNumber = { readonly number: string; readonly country: string | undefined }

/** Undefined for whoever has a CPF, or is a company. `subject`: of any port. */
export function foreignOf(subject: object): ForeignNumber | undefined {
  // Safe because a subject of people alone has these fields.
  const { passport, passportCountry, rnm } = subject as PersonSubject
  if (passport) return { number: passport, country: passportCountry }
  return rnm ? { number: rnm, country: 'BRA' } : undefined
}

/** Registers of people are asked by CPF: whoever has another document alone is unknown there, and not clean. */
export const canBeAsked = (subject: object, service: string): boolean =>
  foreignOf(subject) === undefined || listServices.includes(service)
