// Opens the look-ups that a transaction wants and has no fresh answer of.
import type { Db } from '#src/db/client.ts'
import { append } from '#src/journal/append.ts'
import type { Locked } from '#src/transaction/locked.ts'
import type { StoredFields } from '#src/transaction/schema.ts'
import { lookUpAsked, lookUpTask } from './kinds.ts'
import type { LookUpAccount, LookUpName } from './port.ts'
import { isDefinite, isDue, type KnownLookUp, wantedOf } from './rules.ts'
import { listLookUps } from './store.ts'

/** Wanted, and without a definite answer so far. */
export function missingOf(
  fields: StoredFields,
  account: LookUpAccount,
  known: readonly KnownLookUp[],
  now: Date,
): LookUpName[] {
  return wantedOf(fields, account).filter((name) => {
    const one = known.find((row) => row.name === name)
    return !one || !isDefinite(one, now)
  })
}

/** In the caller's commit; one that is on the agenda already is not opened again. Gives what is missing. */
export async function openLookUps(
  tx: Db,
  locked: Locked,
  fields: StoredFields,
  account: LookUpAccount,
): Promise<LookUpName[]> {
  const known = await listLookUps(tx, locked.id)
  const due = wantedOf(fields, account).filter((name) =>
    isDue(
      known.find((row) => row.name === name),
      locked.wallNow,
    ),
  )
  for (const name of due)
    if (!isOpen(locked, name))
      append(locked, { kind: lookUpAsked, module: 'insights', ref: name, code: name })
  return missingOf(fields, account, known, locked.wallNow)
}

export const isOpen = ({ tasks }: Pick<Locked, 'tasks'>, name: LookUpName): boolean =>
  tasks.some(({ task, ref }) => task === lookUpTask && ref === name)
