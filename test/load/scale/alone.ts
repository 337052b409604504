// Measures the possible first bottlenecks, each alone on the machine: commits of PostgreSQL by the number of
// connections, starts of workflows by Temporal, creations by one API.
import { randomUUID } from 'node:crypto'
import { Client as TemporalClient, Connection } from '@temporalio/client'
import postgres from 'postgres'
import { createBare } from '#test/load/bench/bare/statements.ts'
import type { Client } from '#test/load/client.ts'
import { drive } from '#test/load/drive.ts'
import { createTransaction } from '#test/load/journey.ts'
import { makePerson } from '#test/load/people.ts'
import type { Stage } from '#test/load/stage.ts'

export type Alone = {
  /** Creations of the bench’s baseline, five statements each, by the number of connections. */
  readonly commitsPerSecond: Readonly<Record<number, number>>
  /** Signal-with-start on a task queue without workers. */
  readonly startsPerSecond: number
  /** Creations by one API with idle workers, because a creation starts no workflow. */
  readonly creationsPerSecond: number
}

const forSeconds = 4

export async function measureAlone(stage: Stage, client: Client): Promise<Alone> {
  const commitsPerSecond: Record<number, number> = {}
  for (const connections of [1, 4, 16, 32])
    commitsPerSecond[connections] = await countCommits(stage, connections)
  return {
    commitsPerSecond,
    startsPerSecond: await countStarts(stage),
    creationsPerSecond: await perSecond(40, async () => void (await createTransaction(client))),
  }
}

async function countCommits({ database }: Stage, connections: number): Promise<number> {
  const sql = postgres(database.url, { max: connections, onnotice() {} })
  try {
    return await perSecond(connections, async () => void (await createBare(sql, makePerson())))
  } finally {
    await sql.end({ timeout: 2 })
  }
}

async function countStarts({ temporal }: Stage): Promise<number> {
  const connection = await Connection.connect({ address: temporal.address })
  try {
    const { workflow } = new TemporalClient({ connection })
    return await perSecond(30, async () => {
      await workflow.signalWithStart('nobody', {
        workflowId: `alone/${randomUUID()}`,
        taskQueue: 'nobody-works-here',
        signal: 'nudge',
      })
    })
  } finally {
    await connection.close()
  }
}

/** Runs `callers` concurrent callers, each of which waits for its answer. */
async function perSecond(callers: number, work: () => Promise<void>): Promise<number> {
  await drive(callers, callers * 2, work)
  const until = performance.now() + forSeconds * 1_000
  let done = 0
  const call = async () => {
    while (performance.now() < until) {
      await work()
      done += 1
    }
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: callers }, call))
  return Math.round((done / (performance.now() - begun)) * 1_000)
}
