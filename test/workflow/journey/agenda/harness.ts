// The agenda by itself: real database, real Temporal, and tasks that a test makes up. No capability of the
// service is there, so what these tests show holds for whatever comes later.
import { randomUUID } from 'node:crypto'
import { Client, Connection } from '@temporalio/client'
import { Context } from '@temporalio/activity'
import {
  type ActivityInboundCallsInterceptor,
  NativeConnection,
  Worker,
  type WorkerOptions,
} from '@temporalio/worker'
import { inject } from 'vitest'
import { createActivities } from '#activities/index.ts'
import { operatorActivities } from '#src/journey/acts/from-temporal.ts'
import { safeActivities } from '#activities/failures.ts'
import type { AgendaSettings } from '#src/journey/agenda/read.ts'
import { sweep } from '#src/journey/agenda/sweep.ts'
import { commit, type CommitDeps, commitOn } from '#src/journey/commit/commit.ts'
import type { TaskDefinition } from '#src/journey/commit/task.ts'
import { createKeyedMutex } from '#src/journey/commit/keyed-mutex.ts'
import { openDatabase } from '#src/platform/db/client.ts'
import { append } from '#src/journey/journal/append.ts'
import type { NewEntry } from '#src/journey/journal/entry.ts'
import { readJournal } from '#src/journey/journal/read.ts'
import { createLog } from '#src/platform/log.ts'
import { installRuntime } from '#src/main/process/runtime.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { createNudger } from '#src/journey/temporal/nudge.ts'
import { createRuns } from '#src/journey/temporal/runs.ts'
import { attributesOfNamespace } from '#src/journey/temporal/search-attributes.ts'
import { createTransaction } from '#src/journey/lifecycle/create.ts'
import { type AnewReason, engineQueue, workflowId } from '#workflows/messages.ts'

const quick: AgendaSettings = {
  holdMs: 300,
  holdMaxMs: 1_200,
  failuresMax: 3,
  idleMs: 60_000,
  historyMax: 2_000,
}
const minimal = {
  documentType: 'cpf',
  document: '52998224725',
  verifiedEmail: false,
  type: 1,
} as const

/** Of Temporal: as a worker reaches it, and as all others do. */
type Addresses = {
  readonly address?: string
  readonly workerAddress?: string
  readonly namespace?: string
  /** Whether a worker's process is dead. */
  readonly isGone?: (process: number) => Promise<boolean>
}

export type WorkOptions = {
  readonly bundlePath?: string
  /** 0: each workflow task is replayed from its whole history. */
  readonly maxCachedWorkflows?: number
  /** Awaited before each activity: its type, and the workflow that asks. */
  readonly before?: (activity: string, workflow: string) => Promise<unknown>
}

const delayed = (before: NonNullable<WorkOptions['before']>): ActivityInboundCallsInterceptor => ({
  async execute(input, next) {
    const { activityType, workflowExecution } = Context.current().info
    await before(activityType, workflowExecution?.workflowId ?? '')
    return next(input)
  },
})

export type Stage = Awaited<ReturnType<typeof openStage>>

export async function openStage(
  url: string,
  tasks: readonly TaskDefinition[],
  changed: Partial<AgendaSettings> = {},
  {
    address = inject('temporalAddress'),
    workerAddress = address,
    namespace = 'default',
    isGone = async () => false,
  }: Addresses = {},
) {
  const parts = new AsyncDisposableStack()
  const log = await createLog('silent', 'test')
  await installRuntime(log)
  const database = openDatabase(url, 'test-agenda')
  parts.defer(() => database.close())
  const { db } = database
  const connection = Connection.lazy({ address })
  parts.defer(() => connection.close())
  const client = new Client({ connection, namespace })
  const missing: string[] = []
  const attributes = attributesOfNamespace(connection, namespace, (names) => missing.push(...names))
  await attributes.ask()
  const taskQueue = `test-${randomUUID()}`
  const nudger = createNudger({ client, taskQueue, log, attributes })
  const runs = createRuns({ client, taskQueue, log, attributes, isGone })
  const anew: { readonly id: string; readonly reason: AnewReason }[] = []
  parts.defer(() => nudger.drain())
  const deps: CommitDeps = { db, nudger, advance: async () => {}, mutex: createKeyedMutex() }
  const sealer = createSealer(openKeyring(createKeyring()))
  const settings = { ...quick, lacking: () => attributes.lacking(), ...changed }

  const operator = operatorActivities({ ...deps, settings, sealer, ended: async () => {} })

  /** A worker that knows these tasks; ends with `end`, or with the stage. */
  async function work(
    known: readonly TaskDefinition[] = tasks,
    { bundlePath = inject('bundlePath'), before = async () => {}, ...cache }: WorkOptions = {},
  ) {
    const native = await NativeConnection.connect({ address: workerAddress })
    const activities = createActivities({ ...deps, settings, operator }, known)
    const base = {
      connection: native,
      namespace,
      interceptors: {
        activity: [
          () => ({ inbound: safeActivities(log, () => {}) }),
          () => ({ inbound: delayed(before) }),
        ],
      },
      shutdownGraceTime: '1s',
      shutdownForceTime: '2s',
    } satisfies Partial<WorkerOptions>
    const workers = await Promise.all([
      Worker.create({
        ...base,
        taskQueue,
        activities: activities.local,
        enableNonLocalActivities: false,
        stickyQueueScheduleToStartTimeout: '2s',
        ...cache,
        workflowFailureErrorTypes: { '*': ['NondeterminismError'] },
        workflowBundle: { codePath: bundlePath },
      }),
      Worker.create({
        ...base,
        taskQueue: engineQueue(taskQueue),
        activities: activities.engine,
        maxConcurrentActivityTaskExecutions: 2,
        maxHeartbeatThrottleInterval: '1s',
      }),
    ])
    const running = Promise.all(workers.map((worker) => worker.run()))
    let ended = false
    const end = async () => {
      if (ended) return
      ended = true
      for (const worker of workers) worker.shutdown()
      await running
      await native.close()
    }
    parts.defer(end)
    return end
  }

  return {
    db,
    deps,
    settings,
    client,
    taskQueue,
    missing,
    work,
    close: () => parts.disposeAsync(),
    /** When the server has been told of all that was nudged so far. */
    nudged: () => nudger.drain(),
    /** Why the sweep has begun a transaction's runs anew. */
    anew: (id: string) => anew.filter((one) => one.id === id).map(({ reason }) => reason),
    sweep: () =>
      sweep({
        db,
        nudger,
        runs,
        idleMs: settings.idleMs,
        onAnew: (id, reason) => void anew.push({ id, reason }),
      }),
    handle: (id: string) => client.workflow.getHandle(workflowId(id)),
    journal: (id: string) => readJournal(db, id),
    async create(...entries: readonly NewEntry[]): Promise<string> {
      return commit(deps, async (tx, hold) => {
        const locked = hold(
          await createTransaction(
            tx,
            sealer,
            { tenant: 'acme', mode: 'sandbox', client: 'app' },
            minimal,
          ),
        )
        append(locked, ...entries)
        return locked.id
      })
    },
    /** As a request would. */
    async write(id: string, ...entries: readonly NewEntry[]): Promise<void> {
      await commitOn(deps, id, async (_tx, locked) => void append(locked, ...entries))
    },
  }
}
