// Decides which look-ups a deployment has accounts for, and opens those that a transaction needs and has no fresh
// answer of.
import type { Db } from '#src/platform/db/client.ts'
import { append } from '#src/journey/journal/append.ts'
import type { Locked, Owner } from '#src/journey/transaction/locked.ts'
import { lookUpAsked, lookUpTask } from './kinds.ts'
import type { LookUpName } from './port.ts'
import { isDefinite, isDue, type KnownLookUp, lookUpNames } from './needed.ts'
import type { RiskDeps } from '../deps.ts'
import { binService, findBin } from './bin.ts'
import { listLookUps } from './store.ts'

export type Offering = Pick<RiskDeps, 'lookUps' | 'checking'>

export const offeredTo = ({ lookUps, checking }: Offering, owner: Owner): LookUpName[] =>
  lookUpNames.filter((name) =>
    name === 'bin'
      ? checking.accounts.list(owner, 'card-risk', binService).length > 0
      : lookUps[owner.mode][name] !== undefined,
  )

/** The known look-ups of these names, in no order. */
export async function listKnown(
  db: Db,
  transaction: Pick<Locked, 'id' | 'now' | 'wallNow'>,
  names: readonly LookUpName[],
): Promise<KnownLookUp[]> {
  const bin = names.includes('bin') ? await findBin(db, transaction) : undefined
  const rows = await listLookUps(db, transaction.id)
  return bin ? [...rows.filter(({ name }) => name !== 'bin'), bin] : rows
}

/** The wanted look-ups without a definite answer so far. */
export const missingOf = (
  wanted: readonly LookUpName[],
  known: readonly KnownLookUp[],
  now: Date,
): LookUpName[] =>
  wanted.filter((name) => {
    const one = known.find((row) => row.name === name)
    return !one || !isDefinite(one, now)
  })

/**
 * Opens the wanted look-ups in the caller's commit, unless they are on the agenda already. Returns the missing ones.
 */
export async function openLookUps(
  tx: Db,
  locked: Locked,
  wanted: readonly LookUpName[],
): Promise<LookUpName[]> {
  if (wanted.length === 0) return []
  const known = await listKnown(tx, locked, wanted)
  for (const name of wanted) {
    const one = known.find((row) => row.name === name)
    if (isDue(one, locked.wallNow) && !isOpen(locked, name))
      append(locked, { kind: lookUpAsked, module: 'insights', ref: name, code: name })
  }
  return missingOf(wanted, known, locked.wallNow)
}

export const isOpen = ({ tasks }: Pick<Locked, 'tasks'>, name: LookUpName): boolean =>
  tasks.some(({ task, ref }) => task === lookUpTask && ref === name)
