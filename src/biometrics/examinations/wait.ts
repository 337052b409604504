// Waits for a result of the engines until the journal has its entry, without holding a connection or a lock.
import { Problem } from '#src/platform/errors.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { type StoredTransaction, findTransaction } from '#src/journey/transaction/store.ts'
import type { BiometricsDeps } from './deps.ts'
import type { ExaminationKind } from './rules.ts'
import { type Examination, type ExaminationRow, findTaken, openExamination } from './store.ts'

/** Resolves when the examination has ended. Throws `unavailable` at its deadline, while the examination goes on. */
export async function waitForExamination<K extends ExaminationKind>(
  deps: Pick<BiometricsDeps, 'reads' | 'sealer' | 'waiter' | 'biometrics'>,
  owner: Owner,
  { id, seq }: { readonly id: string; readonly seq: number },
): Promise<{ readonly transaction: StoredTransaction; readonly examination: Examination<K> }> {
  const { reads, sealer } = deps
  const row = await waitForEnd(deps, owner, { id, seq })
  const transaction = await findTransaction(reads, owner, id)
  if (!transaction) throw new Problem('not-found')
  return { transaction, examination: await openExamination<K>(sealer, transaction, row) }
}

async function waitForEnd(
  { reads, waiter, biometrics }: Pick<BiometricsDeps, 'reads' | 'waiter' | 'biometrics'>,
  owner: Owner,
  { id, seq }: { readonly id: string; readonly seq: number },
): Promise<ExaminationRow> {
  const deadline = performance.now() + biometrics.waitMs
  let seen = seq
  for (;;) {
    const row = await findTaken(reads, id, seq)
    if (!row) throw new Problem('unavailable', { reason: 'submission-reopened' })
    if (row.status !== 'processing') return row
    // Other entries may come in between, so each one is only a reason to look again.
    if (!(await waiter.changed(id, seen, deadline)))
      throw new Problem('unavailable', { reason: 'engines-slow', headers: { 'retry-after': '5' } })
    // If the transaction was erased meanwhile, the entry never comes.
    if (!(await findTransaction(reads, owner, id))) throw new Problem('not-found')
    seen += 1
  }
}
