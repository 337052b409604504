// Every commit of requests, links, callbacks, tasks and launched calls, in this order: the lock, the decision, the
// capability's rows, entries with their effects, packs that wait for them, the transaction's row. A nudge follows;
// nothing waits for it.
import { currentRequestId } from '#src/platform/http/request/current.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Nudger } from '#src/journey/temporal/nudge.ts'
import { toHistoryEntry } from '#src/journey/agenda/read.ts'
import { mayBeginUnread } from '#src/journey/agenda/rules.ts'
import { toNudged } from '#src/journey/agenda/waiting-rules.ts'
import type { NudgeCode } from '#workflows/messages.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import { lockById, lockFree } from '#src/journey/transaction/lock.ts'
import { askInOrder } from '#src/platform/db/prepared.ts'
import type { KeyedMutex } from './keyed-mutex.ts'
import { inShareOfTenant, rememberTenant } from './shares.ts'
import { writeCommit } from './write.ts'
import type { FirstAnswer } from '#src/journey/idempotency/store.ts'

/** Continues the open pack runs of a locked transaction as far as its facts allow. */
export type Advance = (tx: Db, locked: Locked) => Promise<void>

export type CommitDeps = {
  readonly db: Db
  readonly nudger: Pick<Nudger, 'nudge'>
  readonly advance: Advance
  readonly mutex: KeyedMutex
}

export type CommitOptions = {
  /**
   * The workflow gets the agenda in the answer of this commit, or `soon` in that of the task which this commit is part
   * of.
   */
  readonly notifiesWorkflow?: boolean | 'soon'
  /** The run that gets the agenda. If another run was begun in its place, that one is nudged instead. */
  readonly toRun?: string | undefined
  /**
   * The code of what changed the transaction. Without it: a client's request, or, for a commit by id, what a vendor has
   * brought.
   */
  readonly by?: NudgeCode
  /** Commits with the same key in this process run one after the other; a waiting one holds no connection. */
  readonly mutexKey?: string | undefined
}

/**
 * Runs `work` in one database transaction; the transaction that it passes to `hold` is advanced and written at the end.
 * Rules return refusals as data, because what was written stays either way.
 */
export async function commit<T>(
  { db, nudger, advance, mutex }: CommitDeps,
  work: (tx: Db, hold: (locked: Locked) => Locked) => Promise<T>,
  {
    notifiesWorkflow = false,
    toRun,
    by = 'client',
    mutexKey,
    keepsFirstAnswer,
  }: CommitOptions & {
    /** Runs last and returns the first answer of a keyed request, which is stored in the same commit. */
    readonly keepsFirstAnswer?: (result: T, locked: Locked) => Promise<FirstAnswer | undefined>
  } = {},
): Promise<T> {
  let held: Locked | undefined
  const transact = () =>
    db.transaction(async (tx) => {
      held = undefined
      const done = await work(tx, (locked) => (held = causedBy(locked, by)))
      // Assigned in a closure, which the compiler does not follow.
      const locked = held as Locked | undefined
      if (locked && !locked.erased) await advance(tx, locked)
      const first = locked && (await keepsFirstAnswer?.(done, locked))
      // The write is not awaited, so that the COMMIT follows it at once: nothing depends on its answer.
      if (locked)
        writeCommit(tx, locked, {
          notifiesWorkflow: !isSuperseded(locked, toRun) && notifiesWorkflow,
          first,
        })
      return done
    })
  const result = await (mutexKey === undefined ? transact() : mutex.run(mutexKey, transact))
  if (held) nudgeAfter(nudger, held)
  return result
}

const isSuperseded = ({ before }: Locked, run: string | undefined): boolean =>
  run !== undefined && before.supersededRun === run

/** Makes the entries name the request that is being answered, and the event history the cause of the change. */
export const causedBy = (locked: Locked, by: NudgeCode): Locked =>
  Object.assign(locked, { requestId: currentRequestId(), by })

export function nudgeAfter(nudger: CommitDeps['nudger'], locked: Locked): void {
  if (!locked.nudges) return
  const { documentType, armedAt, parentId: parent } = locked.before
  const now = locked.now.getTime()
  const left = leftBy(locked, now)
  nudger.nudge(toNudged({ ...locked, documentType, armedAt, parent, left }, now))
}

type Together<Read, T> = {
  /** The statement is sent with the locks and answered after them. */
  readonly read: (tx: Db) => Promise<Read>
  /** Returning undefined leaves the transaction as it was. */
  readonly work: (ctx: InCommit, read: Read) => Promise<T | undefined>
}

/**
 * One commit of several transactions, for reports that come in floods. It locks only rows that nobody else holds, so it
 * never waits for one, and its work must not write rows that commits on other transactions write too. Resolves to the
 * results by id; transactions that were locked elsewhere, erased or left undone are missing.
 */
export async function commitTogether<Read, T>(
  { db, nudger, advance }: Omit<CommitDeps, 'mutex'>,
  ids: readonly string[],
  { read, work }: Together<Read, T>,
): Promise<ReadonlyMap<string, T>> {
  const { done, written } = await db.transaction(async (tx) => {
    const [free, known] = await askInOrder(
      () => lockFree(tx, ids),
      () => read(tx),
    )
    const done = new Map<string, T>()
    const written: Locked[] = []
    for (const locked of free) {
      const result = await work({ tx, locked: Object.assign(locked, { by: 'vendor' }) }, known)
      if (result === undefined) continue
      await advance(tx, locked)
      writeCommit(tx, locked)
      done.set(locked.id, result)
      written.push(locked)
    }
    return { done, written }
  })
  for (const locked of written) nudgeAfter(nudger, locked)
  return done
}

/** A commit on one transaction, by its id; undefined when it is unknown or erased. */
export function commitOn<T>(
  deps: CommitDeps,
  id: string,
  work: (tx: Db, locked: Locked) => Promise<T>,
  options: CommitOptions = {},
): Promise<T | undefined> {
  const lockAndWork = async (tx: Db, hold: (locked: Locked) => Locked) => {
    const locked = await lockById(tx, id)
    if (!locked) return undefined
    rememberTenant(id, locked.tenant)
    return work(tx, hold(locked))
  }
  return inShareOfTenant(id, () =>
    commit(deps, lockAndWork, { mutexKey: id, by: 'vendor', ...options }),
  )
}

/** The data for the start of a run, when no run is open. */
function leftBy({ before, tasks, pack, outcome, lastSeq, unwritten }: Locked, now: number) {
  if (!mayBeginUnread(before.armedAt, tasks, now)) return undefined
  const isAllTold = before.seenSeq === before.lastSeq
  const told = isAllTold ? { after: lastSeq, entries: unwritten.map(toHistoryEntry) } : { after: before.seenSeq, entries: [] } // prettier-ignore
  return { seq: lastSeq, now, tasks, pack, outcome, ...told }
}
