// Checks the counts of the vendors’ servers. An account accepts a message once; a second account may accept it only if
// the outcome of the first was unknown (rule 8 of the design). Each purchase is charged once.
import type { Sql } from 'postgres'
import type { Journey } from '#test/load/chaos/journeys.ts'
import type { Outside } from '#test/load/chaos/outside.ts'

type Claims = { readonly accounts: readonly string[]; readonly doubts: number }

export async function findRepeated(
  sql: Sql,
  outside: Outside,
  journeys: readonly Journey[],
): Promise<string[]> {
  const taken = countTaken(outside)
  const claims = await readClaims(sql)
  const bought = countBought(outside)
  return journeys.flatMap((journey) => {
    const { id = '', kind, tenant, email, phone } = journey
    const at = taken.get(kind === 'mail' ? email : phone) ?? new Map<string, number>()
    const wrong = [
      ...findTwice(at, claims.get(id) ?? { accounts: [], doubts: 0 }),
      ...findBoughtTwice(journey, bought.get(id) ?? []),
    ]
    return wrong.map((what) => `${kind} of ${tenant} (${id}): ${what}`)
  })
}

function findTwice(taken: ReadonlyMap<string, number>, { accounts, doubts }: Claims): string[] {
  const wrong: string[] = []
  for (const [account, times] of taken) {
    if (times > 1) wrong.push(`${account} took ${times} messages`)
    if (!accounts.includes(account)) wrong.push(`${account} took one that nobody has claimed`)
  }
  if (taken.size > 1 && doubts === 0)
    wrong.push(`${[...taken.keys()].join(' and ')} took it, and nobody was in doubt`)
  return wrong
}

function findBoughtTwice({ tenant, checks }: Journey, keys: readonly string[]): string[] {
  const charged = tenant === 'sul' ? keys.length : new Set(keys).size
  return charged > checks ? [`${charged} purchases for ${checks} checks`] : []
}

/** Counts by address or number, and then by account. */
function countTaken({ carriers, relay }: Outside): Map<string, Map<string, number>> {
  const { first, second, blind, meta } = carriers
  const all = [
    ...first.messages.map(({ to }) => [to, 'first'] as const),
    ...second.messages.map(({ to }) => [to, 'second'] as const),
    ...blind.messages.map(({ to }) => [`+${to}`, 'blind'] as const),
    ...meta.messages.map(({ to }) => [`+${to}`, 'meta'] as const),
    ...relay.mails.flatMap(({ envelopeTo }) => envelopeTo.map((to) => [to, 'smtp'] as const)),
  ]
  const counted = new Map<string, Map<string, number>>()
  for (const [to, account] of all) {
    const at = counted.get(to) ?? new Map<string, number>()
    counted.set(to, at.set(account, (at.get(account) ?? 0) + 1))
  }
  return counted
}

/** `doubts`: the number of attempts that were for a time in another state than accepted. */
async function readClaims(sql: Sql): Promise<Map<string, Claims>> {
  const rows = await sql<({ id: string } & Claims)[]>`
    select c.transaction_id as id, json_agg(a.account) as accounts,
      (select count(*)::int from journal j where j.transaction_id = c.transaction_id
        and j.kind in ('challenge-uncertain', 'challenge-deferred', 'challenge-followed',
          'challenge-undeliverable')) as doubts
    from challenge c join challenge_attempt a on a.challenge_id = c.id group by c.transaction_id`
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * The keys of purchases by transaction. A request that was answered 429 has bought nothing, and its retry has another
 * key.
 */
export function countBought({
  bureau,
}: {
  readonly bureau: Pick<Outside['bureau'], 'requests' | 'limited'>
}): Map<string, string[]> {
  const bought = new Map<string, string[]>()
  for (const request of bureau.requests) {
    const { url, headers } = request
    if (url.pathname !== '/people' || bureau.limited.has(request)) continue
    const id = headers['x-transaction'] ?? ''
    bought.set(id, [...(bought.get(id) ?? []), headers['idempotency-key'] ?? ''])
  }
  return bought
}
