// Decides which look-ups a transaction needs, what their answers mean, and how long they are valid.
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'
import { findState } from '#src/risk/numbers/states.ts'
import { toZip } from '#src/risk/numbers/codes.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { toBin } from '../card-scheme.ts'
import { parseMailbox } from '#src/journey/transaction/mailbox.ts'
import { spelledAlike } from '../names.ts'
import type { LookUpAccount, LookUpAnswer, LookUpName } from './port.ts'

export const lookUpNames = ['mx', 'cep', 'bin'] as const satisfies readonly LookUpName[]

/** The value that a look-up asks about; undefined when the fields have none. */
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

/** The look-ups that the fields allow, whether or not the deployment has an account for them. */
export const askableOf = (fields: StoredFields): LookUpName[] =>
  lookUpNames.filter((name) => askedOf(name, fields) !== undefined)

/** The look-ups that the fields allow and the deployment has an account for. */
export const wantedOf = (fields: StoredFields, offered: readonly LookUpName[]): LookUpName[] =>
  askableOf(fields).filter((name) => offered.includes(name))

/** A BIN is bought as a check; the other look-ups cost nothing. */
export const isBought = (name: LookUpName): boolean => name === 'bin'

export type KnownLookUp = {
  readonly name: LookUpName
  /** `open` means under way, with no earlier answer. */
  readonly outcome: 'found' | 'absent' | 'failed' | 'open'
  /** In wall time. */
  readonly at: Date
}

const dayMs = 24 * 60 * 60_000
/** How long an answer is fresh; a bought one as long as every check. */
const freshMs = { mx: 10 * 60_000, cep: 10 * 60_000, bin: dayMs } as const
/** After a failure the next try comes sooner. */
const retryMs = 60_000
/** How long an older answer serves while a new one is awaited. */
const keptMs = { mx: dayMs, cep: dayMs, bin: Infinity } as const

export const isDefinite = ({ name, outcome, at }: KnownLookUp, now: Date): boolean =>
  (outcome === 'found' || outcome === 'absent') && now.getTime() - at.getTime() < keptMs[name]

export function isDue(known: KnownLookUp | undefined, now: Date): boolean {
  if (!known) return true
  const { name, outcome, at } = known
  if (outcome === 'open') return false
  return now.getTime() - at.getTime() >= (outcome === 'failed' ? retryMs : freshMs[name])
}

/** Resolves to the facts of an answer; they do not contain the value that was asked about. */
export async function ask(
  name: keyof LookUpAccount,
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
        ({ takesMail }) => ({ email: { takesMail } }),
      )
    case 'cep':
      return toFacts(
        await account.cep?.(asked, signal),
        { address: { zipFound: false } },
        (found) => ({ address: { zipFound: true, ...compareCity(fields, found) } }),
      )
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

/** Another state always has another postal code, even if a town has the same name. */
function compareCity(
  { address }: StoredFields,
  { city, state }: { city?: string; state?: string },
) {
  const [own, found] = [findState(address?.state ?? ''), findState(state ?? '')]
  const given = (address?.city ?? '').trim()
  if (given === '' || !city) return {}
  return { cityOfZip: spelledAlike(given, city) && (!own || !found || own === found) }
}
