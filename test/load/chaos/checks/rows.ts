// Checks related rows: journals without gaps, and attempts that were claimed once and have ended.
import type { ISql } from 'postgres'

type Question = { readonly what: string; readonly ask: (sql: ISql) => Promise<{ count: number }[]> }

const questions: readonly Question[] = [
  {
    what: 'journals have a gap',
    ask: (sql) => sql`
      select count(*)::int from transaction t where last_seq <> (
        select count(*) from journal where transaction_id = t.id)
      or last_seq <> (select coalesce(max(seq), 0) from journal where transaction_id = t.id)`,
  },
  {
    what: 'attempts were claimed twice, or had two outcomes of a kind',
    ask: (sql) => sql`
      select count(*)::int from (
        select 1 from journal where attempt is not null
          and kind in ('challenge-attempt-claimed', 'challenge-accepted', 'check-attempt-claimed',
            'check-answered')
        group by transaction_id, ref, kind, attempt having count(*) > 1) twice`,
  },
  {
    what: 'messages were claimed and have no outcome',
    ask: (sql) => sql`
      select count(*)::int from challenge_attempt a join challenge c on c.id = a.challenge_id
      where a.ended_at is null and not exists (
        select from transaction t, jsonb_array_elements(t.agenda) task
        where t.id = c.transaction_id and task ->> 'ref' = c.id::text)`,
  },
  {
    what: 'orders of checks are open with nothing left to be done',
    ask: (sql) => sql`
      select count(*)::int from check_order o join check_request r on r.id = o.check_id
      join transaction t on t.id = r.transaction_id
      where o.ended_at is null and t.agenda = '[]'`,
  },
  {
    what: 'runs of packs are open with nothing left to be done',
    ask: (sql) => sql`
      select count(*)::int from pack_run r join transaction t on t.id = r.transaction_id
      where r.ended_at is null and t.agenda = '[]'`,
  },
  {
    what: 'runs of one pack are there twice',
    ask: (sql) => sql`
      select count(*)::int from (
        select 1 from pack_run group by transaction_id, name having count(*) > 1) twice`,
  },
  {
    what: 'children were lost, made twice, or their parent was not told',
    ask: (sql) => sql`
      select count(*)::int from (
        select 1 from pack_child c where child_id is not null and cancelled_at is null and (
          made_at is null
          or told is distinct from concat(status, ' ', outcome, ' ', stop_reason)
          or not exists (
            select from transaction t where t.id = c.child_id and t.parent_id = c.transaction_id))
        union all
        select 1 from transaction t where parent_id is not null
          and not exists (select from pack_child c where c.child_id = t.id and c.made_at is not null)
        union all
        select 1 from journal where kind = 'child-made'
        group by transaction_id, reason having count(*) > 1) wrong`,
  },
  {
    what: 'messages of the sandbox are there twice',
    ask: (sql) => sql`
      select count(*)::int from (
        select 1 from sandbox_message group by transaction_id having count(*) > 1) twice`,
  },
]

/** `promised`: the number of transactions that were answered with 201; each creation was repeated until it was. */
export async function findWrongRows(sql: ISql, promised: number): Promise<string[]> {
  const wrong: string[] = []
  const [all] = await sql<{ count: number }[]>`
    select count(*)::int from transaction where parent_id is null`
  if (all?.count !== promised) wrong.push(`${promised} transactions are ${all?.count} rows`)
  for (const { what, ask } of questions) {
    const [found] = await ask(sql)
    if (found?.count !== 0) wrong.push(`${found?.count} ${what}`)
  }
  return wrong
}
