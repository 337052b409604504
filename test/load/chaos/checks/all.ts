// Checks from outside what must be true at the end: by the vendors’ servers, the rows, the answers to clients, and the
// Temporal server.
import type { Sql } from 'postgres'
import { openWorkflows, untilNothingIsLate } from '#test/load/afterwards.ts'
import type { Journey } from '#test/load/chaos/journeys.ts'
import { findDisagreements } from './agendas.ts'
import { findWrongCalls } from './calls.ts'
import { findUnheard } from './events.ts'
import { findBroken } from './promises.ts'
import { findWrongRows } from './rows.ts'
import { findWrongRuns } from './runs.ts'
import { findRepeated } from './vendors.ts'
import { keepRows } from '#test/load/chaos/keep-rows.ts'
import type { Listening } from '#test/load/chaos/listening.ts'
import type { Operator } from '#test/load/chaos/operator.ts'
import type { Stack } from '#test/load/chaos/stack.ts'

export type Check = {
  readonly name: string
  readonly looked: string
  readonly wrong: readonly string[]
}

/** `faults`: wrong answers to clients; `fallen`: processes that ended by themselves. */
export async function checkAll(
  stack: Stack,
  {
    journeys,
    faults,
    operator,
  }: {
    readonly journeys: readonly Journey[]
    readonly faults: readonly string[]
    readonly operator: Operator
  },
  listening: Listening,
): Promise<Check[]> {
  await using parts = new AsyncDisposableStack()
  const { sql } = stack
  const workflows = parts.use(await openWorkflows(stack.temporal.address))
  const ids = journeys.flatMap(({ id }) => id ?? [])
  const run = async (name: string, looked: string, look: () => Promise<readonly string[]>) => ({
    name,
    looked,
    wrong: await look().catch((error: unknown) => [String(error)]),
  })
  const begun = performance.now()
  const late = await run('nothing is late', `${ids.length} transactions`, () => settle(sql))
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  const checks = [
    { ...late, looked: `${late.looked}, ${seconds} s after the last journey` },
    await run('every journey has come to its end', `${journeys.length} journeys`, async () => [
      ...faults,
    ]),
    await run('no process has ended by itself', `${stack.parts.length} processes`, async () => [
      ...stack.fallen,
    ]),
    await run('what clients were promised is there', countPromises(journeys), () =>
      findBroken(sql, journeys),
    ),
    await run('rows', `${ids.length} transactions`, () => findWrongRows(sql, ids.length)),
    await run('vendors were asked once, or twice by rule 8', countTaken(stack), () =>
      findRepeated(sql, stack.outside, journeys),
    ),
    await run('calls of packs', `${stack.outside.desk.calls.size} calls`, () =>
      findWrongCalls(sql, stack.outside.desk, journeys),
    ),
    await run('every run has ended or waits for somebody', `${ids.length} runs`, () =>
      findWrongRuns(sql, stack.temporal.address),
    ),
    await run(
      'what an operator has cancelled is ended once',
      `${operator.cancelled.size} runs`,
      () => operator.findIgnored(sql),
    ),
    await run('no run goes in circles', `${Math.min(ids.length, sampled)} histories`, async () => {
      await workflows.checkProblems()
      await workflows.checkLengths(ids.slice(-sampled))
      return []
    }),
    await run(
      'who only listens has heard every outcome, once',
      `${listening.heard().length} events, ${listening.kills()} kills of the listener`,
      () => findUnheard(sql, listening, journeys),
    ),
    await run('agenda and journal agree', `${ids.length} agendas`, () =>
      findDisagreements(stack.database.url, ids),
    ),
  ]
  const wrong = checks.flatMap((check) => check.wrong)
  await keepRows(sql, stack.outside, wrong, stack.logFile)
  return checks
}

/** The number of the newest transactions that are requested twice and compared. */
const sampled = 300

async function settle(sql: Sql): Promise<string[]> {
  await untilNothingIsLate(sql)
  return []
}

function countPromises(journeys: readonly Journey[]): string {
  const count = journeys.reduce(
    (sum, { id, asked, checks, packs, isValidated, isReplied, isLive }) =>
      sum +
      Number(id !== undefined) +
      Object.values(asked).reduce((all, one) => all + one, 0) +
      checks +
      packs.length +
      Number(isValidated ?? 0) +
      Number(isReplied ?? 0) +
      Number(isLive ?? 0),
    0,
  )
  return `${count} answers`
}

function countTaken({ outside: { carriers, relay, bureau } }: Stack): string {
  const { first, second, blind, meta } = carriers
  const messages = [first, second, blind, meta].reduce((sum, one) => sum + one.messages.length, 0)
  const bought = bureau.requests.filter(({ url }) => url.pathname === '/people').length
  return `${messages} messages, ${relay.mails.length} mails, ${bought} purchases`
}
