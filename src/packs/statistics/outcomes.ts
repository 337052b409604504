// Counts the outcomes of the runs of all packs of a tenant, by one short read along an index per name.
import { sql } from 'drizzle-orm'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { packRuns } from '#src/packs/runs/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { PackOutcomes } from './schema.ts'

/** The most runs of one pack that are counted. */
const runsMax = 10_000

type Name = { readonly name: string; readonly owner: string }

type Count = { name: string; status: string; outcome: string | null; count: number }

export async function readOutcomes(
  db: Db,
  { tenant, mode }: Owner,
  names: readonly Name[],
  since: Date,
): Promise<PackOutcomes> {
  const asked = JSON.stringify(names)
  const counts = await db.execute<Count>(sql`
    select named.name, run.status, run.outcome, count(*)::int as count
    from jsonb_to_recordset(${asked}::text::jsonb) as named(name text, owner text), lateral (
      select status, outcome from ${packRuns}
      where tenant = ${tenant} and mode = ${mode} and name = named.name and owner = named.owner
        and started_at >= ${since.toISOString()}::timestamptz
      order by started_at desc limit ${runsMax}
    ) as run
    group by 1, 2, 3 order by 4 desc`)
  const of = (name: string) => counts.filter((one) => one.name === name)
  return { since: since.toISOString(), packs: names.map(({ name }) => ({ name, ...sumUp(of(name)) })) } // prettier-ignore
}

function sumUp(counts: readonly Count[]) {
  const total = (some: readonly Count[]) => some.reduce((sum, { count }) => sum + count, 0)
  const [open, ended] = [
    counts.filter(({ status }) => status === 'processing'),
    counts.filter(({ status }) => status !== 'processing'),
  ]
  return {
    runs: total(counts),
    open: total(open),
    failed: total(ended.filter((one) => one.outcome === null && one.status === 'partial')),
    outcomes: [...Map.groupBy(ended, ({ outcome }) => outcome)].flatMap(([outcome, some]) =>
      outcome === null ? [] : { outcome, count: total(some) },
    ),
  }
}
