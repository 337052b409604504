// Which look-ups a transaction wants, what their answers mean, and for how long.
import type { KnownFacts } from '#src/facts/vocabulary/vocabulary.ts'
import { findState } from '#src/numbers/states.ts'
import { toZip } from '#src/numbers/zip.ts'
import type { StoredFields } from '#src/transaction/schema.ts'
import { toBin } from '../card-scheme.ts'
import { parseMailbox } from '../mailbox.ts'
import { spelledAlike } from '../names.ts'
import type { LookUpAccount, LookUpAnswer, LookUpName } from './port.ts'

export const lookUpNames = ['mx', 'cep', 'bin'] as const satisfies readonly LookUpName[]

/** What is asked; undefined: nothing that could be. */
export function askedOf(
  name: LookUpName,
  { email = '', address, card }: StoredFields,
): string | undefined {
  switch (name) {
    case 'mx':
      return parseMailbox(email)?.domain
    case 'cep':
      return isAbroad(address?.country) ? undefined : toZip(address?.zipCode ?? '')
    case 'bin':
      return toBin(card?.bin ?? '')
  }
}

const isAbroad = (country = '') =>
  !['', 'br', 'bra', 'brasil', 'brazil'].includes(country.trim().toLowerCase())

/** Those that can be asked, by whomever. */
export const askableOf = (fields: StoredFields): LookUpName[] =>
  lookUpNames.filter((name) => askedOf(name, fields) !== undefined)

/** Of those that the deployment has. */
export const wantedOf = (fields: StoredFields, account: LookUpAccount): LookUpName[] =>
  askableOf(fields).filter((name) => account[name] !== undefined)

export type KnownLookUp = {
  readonly name: LookUpName
  readonly outcome: 'found' | 'absent' | 'failed'
  readonly at: Date
}

const freshMs = 10 * 60_000
/** One that failed is tried again sooner. */
const retryMs = 60_000
/** An older answer serves while a new one is awaited, so long at most. */
const keptMs = 24 * 60 * 60_000

export const isDefinite = ({ outcome, at }: KnownLookUp, now: Date): boolean =>
  outcome !== 'failed' && now.getTime() - at.getTime() < keptMs

export const isDue = (known: KnownLookUp | undefined, now: Date): boolean =>
  !known || now.getTime() - known.at.getTime() >= (known.outcome === 'failed' ? retryMs : freshMs)

/** What follows from an answer: facts, in which what was asked does not stand. */
export async function ask(
  name: LookUpName,
  fields: StoredFields,
  account: LookUpAccount,
  signal: AbortSignal,
): Promise<LookUpAnswer<KnownFacts>> {
  const asked = askedOf(name, fields)
  if (asked === undefined) return 'failed'
  switch (name) {
    case 'mx':
      return toFacts(
        await account.mx?.(asked, signal),
        { email: { takesMail: false } },
        ({ takesMail }) => ({
          email: { takesMail },
        }),
      )
    case 'cep':
      return toFacts(
        await account.cep?.(asked, signal),
        { address: { zipFound: false } },
        (found) => ({
          address: { zipFound: true, ...compareCity(fields, found) },
        }),
      )
    case 'bin':
      return toFacts(await account.bin?.(asked, signal), {}, ({ country, prepaid, funding }) => ({
        card: {
          ...(country !== undefined && { issuedAbroad: country.toUpperCase() !== 'BR' }),
          ...(prepaid !== undefined && { prepaid }),
          ...(funding !== undefined && { funding }),
        },
      }))
  }
}

function toFacts<Found>(
  answer: LookUpAnswer<Found> | undefined,
  absent: KnownFacts,
  read: (found: Found) => KnownFacts,
): LookUpAnswer<KnownFacts> {
  if (answer === undefined || answer === 'failed') return 'failed'
  return { found: answer === 'absent' ? absent : read(answer.found) }
}

/** A town of another state has another postal code, whatever its name. */
function compareCity(
  { address }: StoredFields,
  { city, state }: { city?: string; state?: string },
) {
  const [own, found] = [findState(address?.state ?? ''), findState(state ?? '')]
  const given = (address?.city ?? '').trim()
  if (given === '' || !city) return {}
  return { cityOfZip: spelledAlike(given, city) && (!own || !found || own === found) }
}
