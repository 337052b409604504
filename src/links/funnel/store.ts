// Counts the links of a pack and the outcomes of their steps: only codes and times, no personal data.
import { sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { links, linkSteps } from '#src/links/lvs/table.ts'
import type { LinkFunnel } from './schema.ts'

/** The most links that one answer counts, the newest first. */
const linksMax = 20_000

type Asked = { readonly packOwner: string; readonly name: string; readonly days: number }

type Version = Omit<LinkFunnel['versions'][number], 'steps' | 'p50Seconds' | 'p95Seconds'>
type Step = Omit<LinkFunnel['versions'][number]['steps'][number], 'p50Seconds' | 'p95Seconds'>
type Timed = { readonly seconds: readonly [p50: number, p95: number] | null }

export async function readFunnel(
  db: Db,
  { tenant, mode }: Owner,
  { packOwner, name, days }: Asked,
): Promise<LinkFunnel> {
  const since = new Date(Date.now() - days * 86_400_000)
  const newest = sql`
    select *, completed_at is null and superseded_at is null and expired_at is null
      and expires_at > now() as is_open
    from ${links}
    where tenant = ${tenant} and mode = ${mode} and pack_name = ${name}
      and pack_owner = ${packOwner} and created_at >= ${since.toISOString()}::timestamptz
    order by created_at desc limit ${linksMax}`
  const [versions, steps] = await Promise.all([
    db.execute<Version & Timed & { readonly oldest: number }>(countLinks(newest)),
    db.execute<Step & Timed & { readonly version: number }>(countSteps(newest)),
  ])
  const made = versions.reduce((sum, one) => sum + one.made, 0)
  const oldest = Math.min(...versions.map((one) => one.oldest))
  return {
    name,
    since: (made < linksMax ? since : new Date(oldest)).toISOString(),
    versions: versions.map(({ oldest: _oldest, seconds, ...one }) => ({
      ...one,
      ...toSeconds(seconds),
      steps: steps
        .filter(({ version }) => version === one.version)
        .map(({ version: _version, seconds: ofStep, ...step }) => ({
          ...step,
          ...toSeconds(ofStep),
        })),
    })),
  }
}

const toSeconds = (found: Timed['seconds']) =>
  found === null ? {} : { p50Seconds: found[0], p95Seconds: found[1] }

/** The median and the 95th percentile of the time between two instants. */
const within = (from: string, to: string) =>
  sql.raw(`to_json(percentile_cont(array[0.5, 0.95]) within group (
    order by greatest(0, extract(epoch from ${to} - ${from}))::float8
  ) filter (where ${to} is not null and ${from} is not null)) as seconds`)

const countLinks = (newest: ReturnType<typeof sql>) => sql`
  select pack_version as version, count(*)::int as made,
    (count(*) filter (where devices > 0))::int as opened,
    count(consented_at)::int as consented,
    (count(*) filter (where refused_at is not null and completed_at is null))::int as refused,
    count(disowned_at)::int as disowned,
    count(completed_at)::int as completed,
    (count(*) filter (where completed_at is null and superseded_at is null and not is_open))::int as expired,
    count(superseded_at)::int as replaced,
    extract(epoch from min(created_at))::float8 * 1000 as oldest,
    ${within('consented_at', 'completed_at')}
  from (${newest}) as link
  group by pack_version order by pack_version desc`

const endings = {
  done: ['confirmed', 'approved', 'live', 'answered'],
  skipped: ['given-up'],
  rejected: ['denied', 'rejected', 'suspect'],
  review: ['review', 'inconclusive'],
} as const

const countOf = (ending: keyof typeof endings) =>
  sql.raw(
    `(count(*) filter (where outcome in (${endings[ending].map((one) => `'${one}'`).join(', ')})))::int as ${ending}`,
  )

const countSteps = (newest: ReturnType<typeof sql>) => sql`
  select pack_version as version, step, count(*)::int as begun,
    ${countOf('done')}, ${countOf('skipped')}, ${countOf('rejected')}, ${countOf('review')},
    (count(*) filter (where outcome is null and is_open))::int as open,
    (count(*) filter (where outcome = 'left-out' or (outcome is null and not is_open)))::int as left,
    sum(tries)::int as tries,
    ${within('begun_at', "case when outcome <> 'left-out' then closed_at end")}
  from (${newest}) as link join ${linkSteps} as step_of on step_of.link_id = link.id
  where begun_at is not null
  group by pack_version, step order by pack_version desc, begun desc, min(begun_at)`
