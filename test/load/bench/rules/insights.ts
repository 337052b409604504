// Measures insights: derived in this process against a loop over their bare rules, and served from the store.
import {
  catalogue,
  deriveInsights,
  withEveryGroup,
} from '#src/risk/insights/catalogue/catalogue.ts'
import { describeOwn } from '#src/risk/insights/facts.ts'
import { describeFields } from '#src/journey/facts/own-facts.ts'
import { CreateTransaction } from '#src/journey/transaction/schema.ts'
import { createBare, keepBareInsights } from '#test/load/bench/bare/statements.ts'
import { createClient } from '#test/load/client.ts'
import { alternate } from '#test/load/drive.ts'
import { compareReads } from '#test/load/bench/reads.ts'
import { type Measure, paired, toResult } from '#test/load/bench/measure.ts'
import { openMeasuredFleet, serve, settle, startService } from '#test/load/service.ts'
import { createTransaction } from '#test/load/journey.ts'
import { makePerson } from '#test/load/people.ts'

/** Many short turns, so that other load of the machine affects both sides. */
const rounds = 21
const rows = 50
const derivedPerRound = 20_000

export const insights: Measure = {
  name: 'insights',
  against:
    'a loop over the bare rules; a bare Hono and postgres.js handler: the same rows and credential check, nothing sealed',
  aims: { insights: 0.85, 'insights-stored': 0.75 },
  async run(stage) {
    const derived = await measureDerived()
    await using service = await startService(stage)
    await using bareFleet = openMeasuredFleet(stage)
    const handler = await serve(bareFleet, 'test/load/bench/bare/reads.ts')
    const bareClient = await createClient(handler.url)
    const count = Array.from({ length: rows })
    const created = await Promise.all(count.map(() => createTransaction(service.client)))
    const ids = created.map(({ id }) => id)
    const paths = ids.map((id) => `/v1/transaction/${id}/insights`)
    for (const path of paths) await service.client.call('GET', path, 200)
    // The look-ups end meanwhile, so that the insights include their results.
    await settle(stage)
    const stored = await Promise.all(paths.map((path) => service.client.call('GET', path, 200)))
    const bareIds = await Promise.all(count.map(() => createBare(stage.sql, makePerson())))
    for (const [index, id] of bareIds.entries())
      await keepBareInsights(stage.sql, id, stored[index] ?? [])
    await settle(stage)
    // All that is read is stored; the worker would only close workflows in the middle of a turn.
    await service.worker.end()

    const bare = bareIds.map((id) => `/v1/transaction/${id}/insights`)
    const [ours, other] = [
      { client: service.client, paths },
      { client: bareClient, paths: bare },
    ]
    return [derived, await compareReads('insights-stored', ours, other)]
  },
}

/** Compares for the same facts the insights as the service derives them with the bare rules. */
async function measureDerived() {
  const fields = CreateTransaction.parse(makePerson())
  const now = new Date()
  const own = describeFields(fields, now)
  const more = describeOwn(fields, now)
  const facts = { ...more, document: { ...own.document, ...more.document }, age: own.age }
  const asked = withEveryGroup(facts)
  const ours: number[] = []
  const bare: number[] = []
  const rate = (derive: () => number, into: number[]) => async () => {
    const begun = performance.now()
    let found = 0
    for (let round = 0; round < derivedPerRound; round += 1) found += derive()
    into.push((found / (performance.now() - begun)) * 1_000)
  }
  const derive = () => deriveInsights(facts).length
  const loop = () => {
    let found = 0
    for (const { applies } of catalogue) if (applies(asked) === true) found += 1
    return found
  }
  await alternate(2, rate(derive, []), rate(loop, []))
  await alternate(rounds, rate(derive, ours), rate(loop, bare))
  const line = { ...paired(ours, bare), unit: 'insights/s' }
  return toResult({ name: 'insights', ...line, higherIsBetter: true })
}
