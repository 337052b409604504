// Decides which look-ups a deployment has accounts for, and reads those of a transaction.
import type { ServiceDeps } from '#src/main/capability.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Locked, Owner } from '#src/journey/transaction/locked.ts'
import { type KnownLookUp, lookUpNames } from './asked.ts'
import { binService, findBin } from './bin.ts'
import type { LookUpName } from './port.ts'
import { listLookUps } from './store.ts'

export type Offering = Pick<ServiceDeps, 'lookUps' | 'checking'>

export const offeredTo = ({ lookUps, checking }: Offering, owner: Owner): LookUpName[] =>
  lookUpNames.filter((name) =>
    name === 'bin'
      ? checking.accounts.list(owner, 'card-risk', binService).length > 0
      : lookUps[owner.mode][name] !== undefined,
  )

/** Of those that are asked after, in no order. */
export async function listKnown(
  db: Db,
  transaction: Pick<Locked, 'id' | 'now' | 'wallNow'>,
  names: readonly LookUpName[],
): Promise<KnownLookUp[]> {
  const bin = names.includes('bin') ? await findBin(db, transaction) : undefined
  const rows = await listLookUps(db, transaction.id)
  return bin ? [...rows.filter(({ name }) => name !== 'bin'), bin] : rows
}
