// Reads the values that the conditions of a run used, for readers who may see them.
import type { Db } from '#src/platform/db/client.ts'
import type { Owning } from '#src/journey/capabilities/module.ts'
import type { Pack } from '#src/packs/document/pack.ts'
import { listAnswered } from '#src/packs/runs/answer/answers.ts'
import type { PackDeps } from '#src/packs/runs/deps.ts'
import type { ShownRun } from '#src/packs/runs/rows.ts'
import { readEvidence } from '#src/packs/runs/evidence/seal-evidence.ts'
import { hideValues, type ReadValue } from '#src/packs/runs/evidence/values.ts'
import type { Principal } from '#src/platform/http/route.ts'
import type { Values } from './run-view.ts'

type Reader = Pick<Principal, 'scopes'>

/** Undefined where the reader may not see evidence, or the run has recorded none. */
export async function readValues(
  { db, sealer, offered }: Pick<PackDeps, 'sealer' | 'offered'> & { readonly db: Db },
  owning: Owning,
  { run, document }: { readonly run: ShownRun; readonly document: Pick<Pack, 'root'> },
  { scopes }: Reader,
): Promise<Values | undefined> {
  const maySee = scopes.has('reviews:write') || scopes.has('legal:read')
  if (!maySee || !run.kept) return undefined
  const kept = await readEvidence(db, sealer, owning, { id: run.id, kept: run.kept })
  const answered = listAnswered({ pack: document, answers: run.answers, kept, offered })
  // A condition that was evaluated several times has its last values.
  return Object.fromEntries(
    answered.flatMap(({ path, values }) => {
      const { shown } = hideValues(values ?? [], offered, scopes)
      return shown.length === 0 ? [] : [[path, shown.map(written)] as const]
    }),
  )
}

const written = ({ read, value }: Pick<ReadValue, 'read' | 'value'>): string =>
  `${read} = ${typeof value === 'object' ? `[${value.join(', ')}]` : value}`
