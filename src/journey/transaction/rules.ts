// The rules of a transaction’s own data. Pure, and used by workflows too.

/** The mode of a transaction: `sandbox` contacts no external service. */
export type Mode = 'sandbox' | 'live'

/** A CNPJ belongs to a company, any other document to a person. */
export const isPerson = ({ documentType }: { readonly documentType: string }): boolean =>
  documentType !== 'cnpj'

/** Whether a person has a document other than a CPF, while registers of people can only be asked by CPF. */
export const hasNoCpf = ({ documentType }: { readonly documentType: string }): boolean =>
  documentType === 'passport' || documentType === 'rnm'

/**
 * The age in full years, from a birth date (`yyyy-MM-dd`) to the date at `now` in Brasília, where most holders of a CPF
 * live. Someone born on 29 February turns a year older on 1 March of a common year. A future birth date yields a
 * negative age.
 */
export function ageOn(birthdate: string, now: Date): number {
  const today = new Date(now.getTime() - brasiliaBehindUtcMs).toISOString().slice(0, 10)
  const years = Number(today.slice(0, 4)) - Number(birthdate.slice(0, 4))
  return today.slice(4) < birthdate.slice(4) ? years - 1 : years
}

/** There is no daylight saving since 2019. */
const brasiliaBehindUtcMs = 3 * 60 * 60 * 1000

/**
 * By the key of a module, the time (epoch ms of the transaction’s clock) before which its results were about other data
 * and so do not count.
 */
export type TakenBack = Readonly<Record<string, number>>

/**
 * The reasons for which an open transaction waits, as operators search for them; `time` is the next task, whenever it
 * is due.
 */
export const waitings = [
  'operator', 'review', 'vendor', 'undelivered', 'engine', 'person', 'client', 'time',
] as const // prettier-ignore
export type Waiting = (typeof waitings)[number]

/** The acts of operators on a transaction as a whole. */
export const actNames = ['pause', 'resume', 'try-now', 'end'] as const
export type Act = (typeof actNames)[number]
