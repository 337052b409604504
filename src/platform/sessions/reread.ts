// Asks the issuer of a session again for the person's rights, so that a role withdrawn there ends here within ten
// minutes. One request asks for all; the others use the last answer, unless it is older than twenty minutes.
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { type By, byCaller, writeAudit } from '#src/platform/audit/write.ts'
import type { Db } from '#src/platform/db/client.ts'
import { Problem } from '#src/platform/errors.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Reading, SessionIssuers } from './port.ts'
import { endSession, findGood } from './store.ts'
import { type SessionRow, sessions } from './table.ts'
import { type Content, contentOf, openContent, sealContent } from './token.ts'

const minuteMs = 60_000
const rereadAfterMs = 10 * minuteMs
const goodForMs = 2 * rereadAfterMs

type Deps = {
  readonly db: Db
  readonly sealer: Sealer
  readonly sessionIssuers: SessionIssuers
}

export type OpenSession = { readonly row: SessionRow; readonly content: Content }

/**
 * The session with its present rights; undefined if its issuer has ended it. Problem `unavailable` if the issuer could
 * not be asked for twenty minutes.
 */
export async function withRights(
  deps: Deps,
  token: string,
  { row, content }: OpenSession,
): Promise<OpenSession | undefined> {
  const { sub, refreshToken } = content
  const ageMs = Date.now() - row.readAt.getTime()
  if (refreshToken === undefined || sub === undefined || ageMs < rereadAfterMs)
    return { row, content }
  const isOld = ageMs >= goodForMs
  if (!(await claim(deps.db, row.id))) {
    const known = isOld ? await untilRead(deps.db, row) : row
    return known && { row: known, content: openContent(deps.sealer, token, known) }
  }
  const said = await deps.sessionIssuers.read(row.issuer, { sub, refreshToken })
  if (said === 'away') {
    if (isOld) throw nobodySaid()
    return { row, content }
  }
  return deps.db.transaction((tx) => keep({ ...deps, db: tx }, token, { row, content }, said))
}

const nobodySaid = () =>
  new Problem('unavailable', { reason: 'sign-in-issuer-away', headers: { 'retry-after': '5' } })

const waitMs = 200
const waitsMax = 15

/** Waits for the answer to another request's question; undefined if the issuer ended the session. */
async function untilRead(db: Db, { hash, readAt }: SessionRow): Promise<SessionRow | undefined> {
  for (let waits = 0; waits < waitsMax; waits += 1) {
    await sleep(waitMs)
    const [row] = await findGood(db, [hash])
    if (!row || row.readAt > readAt) return row
  }
  throw nobodySaid()
}

/** Lets only one of several concurrent requests ask the issuer; after half a minute another may. */
async function claim(db: Db, id: string): Promise<boolean> {
  const claimed = await db
    .update(sessions)
    .set({ askedAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(sessions.id, id),
        isNull(sessions.endedAt),
        lt(
          sessions.readAt,
          sql`clock_timestamp() - make_interval(secs => ${rereadAfterMs / 1_000})`,
        ),
        or(
          isNull(sessions.askedAt),
          lt(sessions.askedAt, sql`clock_timestamp() - interval '30 seconds'`),
        ),
      ),
    )
    .returning({ id: sessions.id })
  return claimed.length > 0
}

async function keep(
  { db, sealer }: Deps,
  token: string,
  { row, content }: OpenSession,
  said: Reading | 'refused',
): Promise<OpenSession | undefined> {
  const { id, tenant, mode, actor } = row
  const by: By = { tenant, mode, actorKind: 'subject', actor }
  const isSame =
    said !== 'refused' &&
    said.principal.actor === actor &&
    said.principal.tenant === tenant &&
    said.principal.mode === mode
  if (!isSame) {
    await endSession(db, id, by, 'issuer')
    return undefined
  }
  const { principal, refreshToken, idToken } = said
  const next = contentOf(principal, {
    ...content,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(idToken !== undefined && { idToken }),
  })
  const scopes = [...principal.scopes]
  const [changed] = await db
    .update(sessions)
    .set({
      scopes,
      content: sealContent(sealer, token, row, next),
      readAt: sql`clock_timestamp()`,
      askedAt: null,
    })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
    .returning()
  if (changed && !isAlike(row.scopes, scopes))
    await writeAudit(db, byCaller(principal, undefined), {
      action: 'session.changed',
      object: id,
      details: { scopes: scopes.join(' ') },
    })
  return changed && { row: changed, content: next }
}

const isAlike = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join(' ') === other.toSorted().join(' ')
