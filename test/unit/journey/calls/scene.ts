// Calls without a database: a run whose commits call their work, and what the calls have recorded.
import { vi } from 'vitest'
import type { CommitDeps } from '#src/journey/commit/commit.ts'
import type { TaskRun } from '#src/journey/commit/task.ts'
import type { VendorCall } from '#src/journey/calls/call.ts'
import { createCalls, type Calls } from '#src/journey/calls/calls.ts'
import type { CallHealth } from '#src/journey/calls/breaker.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Log } from '#src/platform/log.ts'

export type Result = string
export type Call = VendorCall<string, Result>

const patienceMs = 40

/** No database: a run whose commits call their work, and what the calls have recorded. */
export function scene(changed: Parameters<typeof createCalls>[0] | object = {}) {
  const log = {
    info: vi.fn<Log['info']>(),
    warn: vi.fn<Log['warn']>(),
    error: vi.fn<Log['error']>(),
  }
  const calls = createCalls({ log, patienceMs, vendorMs: 200, graceMs: 20, ...changed })
  const recorded: string[] = []
  const told: string[] = []
  // Safe because nothing here reads the database, and of the transaction the tenant alone.
  const nothing = {} as never
  const runOf = (tenant: string): TaskRun => ({
    id: 'transaction',
    key: 'key',
    signal: new AbortController().signal,
    commit: (work) => work(nothing, { tenant } as never, nothing),
    async commitLast() {
      told.push('commitLast')
    },
    async commitAnyway(work) {
      await work(nothing, nothing)
      told.push('commitAnyway')
    },
  })
  const call = (
    answer: (signal: AbortSignal) => Promise<Result>,
    rest: Partial<Call> = {},
  ): Call => ({
    async claim(_tx, _locked, _task, reserve) {
      reserve('account')
      return 'claimed'
    },
    call: (_claimed, signal) => answer(signal),
    lost: (cause) => `lost: ${cause}`,
    judge: (): CallHealth => 'works',
    async record(_tx, _locked, _claimed, { result }) {
      recorded.push(result)
    },
    ...rest,
  })
  return { calls, run: runOf('acme'), runOf, call, recorded, told, log, deps: late(recorded) }
}

/** Commits of their own: they find no transaction, but are counted. */
function late(recorded: string[]): CommitDeps & { readonly commits: () => number } {
  let commits = 0
  // Safe because a commit asks for nothing else of these.
  const db = {
    async transaction(work: (tx: Db) => Promise<unknown>) {
      commits += 1
      recorded.push('late commit')
      const client = { unsafe: async () => [] }
      return work({ _: { session: { client, logger: { logQuery() {} } } } } as unknown as Db)
    },
  } as unknown as Db
  return {
    db,
    nudger: { nudge: () => {} },
    advance: async () => {},
    mutex: { run: (_key, work) => work() },
    commits: () => commits,
  }
}

export const untilIdle = (calls: Calls) => calls.drain(1_000)
