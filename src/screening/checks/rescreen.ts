// Compares everybody who is monitored with a new version of a published list, without buying anything or asking a
// vendor. A new or vanished hit becomes a further answer of the check.
import { and, asc, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { type CommitDeps, commitOn } from '#src/journey/commit/commit.ts'
import { append } from '#src/journey/journal/append.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import { newId } from '#src/platform/ids.ts'
import type { Log } from '#src/platform/log.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { countNewFindings } from '#src/screening/answers/difference.ts'
import { endCheck } from './end.ts'
import { checkAnswered, checkNews } from './kinds.ts'
import type { CheckAnswer } from '#src/screening/orders/port.ts'
import type { CheckRequest } from '#src/screening/wire/request.ts'
import { dayOf } from './spending.ts'
import {
  type Check,
  findCheck,
  insertOrder,
  listOrders,
  newestOf,
  readResult,
  readSubject,
  sealResult,
} from '#src/screening/orders/store.ts'
import { checks } from '#src/screening/orders/table.ts'
import { trust } from '#src/screening/answers/trust.ts'
import type { PublishedLists } from '#src/screening/lists/screen.ts'
import { ownListsAccount, saysWhether, toSought } from '#src/screening/wire/own-lists.ts'

export type RescreenDeps = CommitDeps & {
  readonly sealer: Sealer
  readonly published: PublishedLists
  readonly log: Pick<Log, 'warn'>
}

type Ctx = InCommit<RescreenDeps> & { readonly newest: Date }

const checksAtOnce = 100

/**
 * Compares everybody who was not compared with the newest lists yet; resolves to their number. A comparison that fails
 * waits for the next round.
 */
export async function rescreenMonitored(deps: RescreenDeps, signal: AbortSignal): Promise<number> {
  const newest = await deps.published.refresh()
  let after = '00000000-0000-0000-0000-000000000000'
  let done = 0
  while (newest && !signal.aborted) {
    const due = await listDue(deps.db, newest, after)
    if (due.length === 0) break
    for (const { id, transactionId } of due) {
      after = id
      if (signal.aborted) break
      try {
        await rescreen(deps, { id, transactionId }, newest)
        done += 1
      } catch (error) {
        deps.log.warn({ error, check: id }, 'a monitored check was not compared with the lists')
      }
    }
  }
  return done
}

const listDue = (db: Db, newest: Date, after: string) =>
  db
    .select({ id: checks.id, transactionId: checks.transactionId })
    .from(checks)
    .where(
      and(
        isNotNull(checks.everyDays),
        isNotNull(checks.endedAt),
        gt(checks.id, after),
        or(isNull(checks.listsScreenedAt), lt(checks.listsScreenedAt, newest)),
      ),
    )
    .orderBy(asc(checks.id))
    .limit(checksAtOnce)

async function rescreen(
  deps: RescreenDeps,
  { id, transactionId }: { readonly id: string; readonly transactionId: string },
  newest: Date,
): Promise<void> {
  const screened = await commitOn(deps, transactionId, async (tx, locked) => {
    const check = await findCheck(tx, id)
    // The check's own round is under way, or another process was faster.
    if (!check || check.endedAt === null || check.everyDays === null) return true
    if (check.listsScreenedAt && check.listsScreenedAt >= newest) return true
    const ctx = { ...deps, tx, locked, newest }
    // A sandbox transaction is about no real person, so it is only marked.
    if (locked.mode === 'live') await compare(ctx, check)
    await mark(tx, id, newest)
    return true
  })
  if (screened === undefined) await mark(deps.db, id, newest)
}

async function mark(db: Db, id: string, newest: Date): Promise<void> {
  await db.update(checks).set({ listsScreenedAt: newest }).where(eq(checks.id, id))
}

async function compare(ctx: Ctx, check: Check): Promise<void> {
  const { tx, sealer, locked, published } = ctx
  const { port } = check
  const subject = await readSubject(sealer, locked, check)
  const orders = await listOrders(tx, check.id)
  for (const { service } of newestOf(orders)) {
    // Safe because the subject of a check was built for its port.
    const sought = toSought({ port, service, subject } as CheckRequest)
    const screened = sought && (await published.screen(sought))
    if (!screened || !saysWhether(sought, screened)) continue
    const found = trust({ port, service, subject }, { kind: 'answered', answer: screened })
    if (found.kind !== 'answered') continue
    const before = orders.findLast(
      (one) =>
        one.service === service && one.source === ownListsAccount && one.status === 'completed',
    )
    const known = before && (await readResult(sealer, locked, before))
    const added = countNewFindings(known, found.answer)
    const gone = countNewFindings(found.answer, known)
    if (added + gone > 0) await answer(ctx, check, { service, answer: found.answer, added })
  }
}

type Said = { readonly service: string; readonly answer: CheckAnswer; readonly added: number }

async function answer(ctx: Ctx, check: Check, { service, answer: result, added }: Said) {
  const { tx, sealer, locked } = ctx
  const id = newId()
  await insertOrder(tx, {
    id,
    checkId: check.id,
    round: check.round,
    service,
    status: 'completed',
    source: ownListsAccount,
    authoritative: false,
    result: await sealResult(sealer, locked, id, result),
    reservedMicros: 0,
    spendDay: dayOf(locked.wallNow),
    openedAt: locked.now,
    endedAt: locked.now,
  })
  const { module } = check
  append(locked, {
    kind: checkAnswered,
    module,
    ref: id,
    provider: ownListsAccount,
    costMicros: 0,
    code: 'result',
  })
  if (added > 0) {
    const told = { code: service, reason: String(added), attempt: check.round }
    append(locked, { kind: checkNews, module, ref: check.id, ...told })
  }
  await endCheck(tx, locked, check)
}
