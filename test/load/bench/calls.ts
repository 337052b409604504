// Measures one caller’s creation and token request, against their bare SQL statements.
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { createBare, openBareToken } from './bare/statements.ts'
import { createLatencies } from '#test/load/drive.ts'
import { type Measure, type Result, toRanks } from './measure.ts'
import { settle, startService } from '#test/load/service.ts'
import { askForToken, createTransaction } from '#test/load/journey.ts'
import { makePerson } from '#test/load/people.ts'
import type { Stage } from '#test/load/stage.ts'

const warmUps = 40
const calls = 150
/** The pause between two calls, so that work left to the workflow does not disturb the next call. */
const pauseMs = 40

const against =
  'the same statements by postgres.js, idempotency row included; no HTTP, journal, seal, nudge'

export const creation: Measure = {
  name: 'creation',
  against,
  aims: { creation: 2.2 },
  async run(stage) {
    await using service = await startService(stage)
    await using opened = openBare(stage)
    const ours = () => createTransaction(service.client)
    return await alternate('creation', ours, () => createBare(opened.sql, makePerson()))
  },
}

export const tokenCall: Measure = {
  name: 'token-call',
  against,
  aims: { 'token-call': 2.2 },
  async run(stage) {
    await using service = await startService(stage)
    await using opened = openBare(stage)
    const ids: string[] = []
    const bareIds: string[] = []
    for (let count = 0; count < warmUps + calls; count++) {
      ids.push((await createTransaction(service.client)).id)
      bareIds.push(await createBare(opened.sql, makePerson()))
    }
    await settle(stage)
    const ours = () => askForToken(service.client, ids.pop() ?? '')
    const bare = () => openBareToken(opened.sql, bareIds.pop() ?? '')
    return await alternate('token-call', ours, bare)
  },
}

function openBare({ database }: Stage) {
  const sql = postgres(database.url, { max: 2 })
  return { sql, [Symbol.asyncDispose]: () => sql.end() }
}

/** The sides alternate call by call, so that both have the same load of the shared machine. */
async function alternate(
  name: string,
  ours: () => Promise<unknown>,
  bare: () => Promise<unknown>,
): Promise<Result[]> {
  const { latencies, clock } = createLatencies()
  for (let call = -warmUps; call < calls; call++) {
    if (call === 0) latencies.clear()
    await clock('bare', bare)
    await clock('ours', ours)
    await wait(pauseMs)
  }
  const nameOf = (rank: string) => (rank === 'p50' ? name : `${name}-p99`)
  return toRanks(nameOf, latencies.get('ours') ?? [], latencies.get('bare') ?? [])
}
