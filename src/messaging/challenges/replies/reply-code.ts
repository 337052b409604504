// Reserves reply codes. Where several tenants have a question open at one number and sender, the code decides whose
// was answered; where a tenant requires codes, they prove that the question was read.
import { randomInt } from 'node:crypto'
import { and, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { lockHashes } from '#src/messaging/phones/store.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { hashReplyRoute } from './reply-route.ts'
import { skewMs } from './replies.ts'
import { replyCodes } from '../table.ts'

export type Wanted = {
  readonly challengeId: string
  /** How long answers count, from now. */
  readonly forMs: number
  /** What its message says already; undefined: it was not written yet. */
  readonly current?: string | null
  /** 3 or 4: there is always a code; else only where another tenant has a question open. */
  readonly digits?: number | undefined
}

/**
 * Reserves a code, or the answer without one (null), at every account for a number, until the question has
 * expired. Their locks are taken after those of numbers. A reservation that still holds is kept.
 */
export async function reserveCode(
  {
    tx,
    sealer,
    locked: { tenant, mode, wallNow },
  }: {
    readonly tx: Db
    readonly sealer: Sealer
    readonly locked: Pick<Locked, 'tenant' | 'mode' | 'wallNow'>
  },
  accounts: readonly string[],
  e164: string,
  wanted: Wanted,
): Promise<string | null> {
  const routes = accounts.map((account) => hashReplyRoute(sealer, account, e164))
  if (routes.length === 0) return wanted.current ?? null
  await lockHashes(tx, routes)
  const taken = await tx
    .select({
      code: replyCodes.code,
      tenant: replyCodes.tenant,
      mode: replyCodes.mode,
      of: replyCodes.challengeId,
    })
    .from(replyCodes)
    .where(
      and(
        inArray(
          replyCodes.replyHash,
          routes.flatMap(({ all }) => all),
        ),
        gt(replyCodes.until, wallNow),
      ),
    )
  const others = taken.filter((one) => one.tenant !== tenant || one.mode !== mode)
  const used = new Set(taken.filter(({ of }) => of !== wanted.challengeId).map(({ code }) => code))
  const code = chooseCode(wanted, others.length > 0, used)
  const until = new Date(wallNow.getTime() + wanted.forMs + skewMs)
  await tx
    .insert(replyCodes)
    .values(
      routes.map(({ current: replyHash }) => ({
        replyHash,
        code: code ?? '',
        challengeId: wanted.challengeId,
        tenant,
        mode,
        until,
      })),
    )
    .onConflictDoUpdate({
      target: [replyCodes.replyHash, replyCodes.code],
      set: {
        challengeId: wanted.challengeId,
        tenant,
        mode,
        until: sql`greatest(${replyCodes.until}, excluded.until)`,
      },
    })
  return code
}

function chooseCode(
  { current, digits }: Wanted,
  isContested: boolean,
  used: ReadonlySet<string>,
): string | null {
  // What the message says already stays, where nobody else is meant by it.
  if (typeof current === 'string' && !used.has(current)) return current
  if (digits === undefined && !isContested) return null
  return drawCode(digits ?? 2, used)
}

function drawCode(digits: number, used: ReadonlySet<string>): string {
  const [from, to] = [10 ** (digits - 1), 10 ** digits]
  const free = Array.from({ length: to - from }, (_, index) => String(from + index)).filter(
    (code) => !used.has(code),
  )
  // More questions are open at one number than there are codes of this length: the next length has free ones.
  const drawn = free[randomInt(Math.max(free.length, 1))]
  return drawn ?? drawCode(digits + 1, used)
}

/** Forgets a batch of codes of an hour ago; resolves to how many there were. */
export async function forgetOldCodes(db: Db): Promise<number> {
  const old = db
    .select({ id: sql`ctid` })
    .from(replyCodes)
    .where(lt(replyCodes.until, sql`statement_timestamp() - interval '1 hour'`))
    .limit(1_000)
  const gone = await db
    .delete(replyCodes)
    .where(sql`ctid = any(array(${old}))`)
    .returning({ code: replyCodes.code })
  return gone.length
}
