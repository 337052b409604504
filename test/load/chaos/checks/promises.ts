// Checks that everything that was answered with 2xx is in the database with the same values.
import type { Sql } from 'postgres'
import type { Journey } from '#test/load/chaos/journeys.ts'

type Kept = {
  readonly kinds: readonly string[]
  readonly challenges: readonly { challengeKind: string; replied: boolean }[]
  readonly runs: readonly { id: string; name: string; status: string; outcome: string | null }[]
  readonly checks: number
}

export async function findBroken(sql: Sql, journeys: readonly Journey[]): Promise<string[]> {
  const rows = await sql<({ id: string } & Kept)[]>`
    select t.id,
      (select coalesce(json_agg(kind), '[]') from journal where transaction_id = t.id) as kinds,
      (select coalesce(json_agg(json_build_object(
          'challengeKind', challenge_kind, 'replied', replied_at is not null)), '[]')
        from challenge where transaction_id = t.id) as challenges,
      (select coalesce(json_agg(json_build_object(
          'id', id, 'name', name, 'status', status, 'outcome', outcome)), '[]')
        from pack_run where transaction_id = t.id) as runs,
      (select count(*)::int from check_request where transaction_id = t.id) as checks
    from transaction t`
  const kept = new Map(rows.map((row) => [row.id, row]))
  return journeys.flatMap((journey) => {
    if (journey.id === undefined) return []
    const found = kept.get(journey.id)
    const broken = found ? findOf(journey, found) : ['the transaction is gone']
    return broken.map((what) => `${journey.kind} of ${journey.tenant} (${journey.id}): ${what}`)
  })
}

function findOf(journey: Journey, kept: Kept): string[] {
  const { asked, isValidated, isReplied, isLive, packs, checks } = journey
  const broken: string[] = []
  const hold = (isKept: boolean, what: string) => void (isKept || broken.push(what))
  const askedFor = Object.values(asked).reduce((sum, one) => sum + one, 0)
  hold(
    kept.challenges.length === askedFor,
    `${askedFor} messages, ${kept.challenges.length} records`,
  )
  hold(kept.checks === checks, `${checks} checks, ${kept.checks} rows`)
  hold(!isValidated || kept.kinds.includes('challenge-valid'), 'a code that was good is not')
  hold(!isReplied || kept.challenges.some(({ replied }) => replied), 'a reply is gone')
  hold(!isLive || kept.kinds.includes('examination-done'), 'selfies are gone')
  for (const { name, answer } of packs) {
    const run = kept.runs.find(({ id }) => id === answer['runId'])
    const isSame = run?.status === answer['status'] && run?.outcome === (answer['outcome'] ?? null)
    hold(isSame, `${name} was ${String(answer['outcome'])}, and is ${JSON.stringify(run)}`)
  }
  return broken
}
