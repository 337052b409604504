// Measures what a table of 25 rows adds to a run, against 25 single conditions over the same facts, in alternating
// rounds.
import { createTransaction } from '#test/load/journey.ts'
import type { Client } from '#test/load/client.ts'
import { drive, median } from '#test/load/drive.ts'
import { readCpuMs } from '#test/load/proc.ts'
import { type Service, settle } from '#test/load/service.ts'
import type { Stage } from '#test/load/stage.ts'
import { type Result, toResult } from './measure.ts'

const rowCount = 25
const callers = 5
const perRound = 100
const rounds = 4
const person = { documentType: 'CPF', document: '52998224725', name: 'Ana Exemplo' }

/** No condition holds, so that all are evaluated. */
const conditions = Array.from(
  { length: rowCount },
  (_, at) => `facts.name.terms > ${at + 20} || facts.phones.count > ${at + 20}`,
)
const rows = conditions.map((one, at) => ({ if: one, outcome: 'review', reason: `row-${at}` }))
const whens = rows.map(({ if: condition, ...stop }) => ({
  kind: 'when',
  condition,
  run: { kind: 'stop', ...stop },
}))
const packs: Readonly<Record<string, readonly object[]>> = {
  'decide-none': [],
  'decide-single': whens,
  'decide-table': [{ kind: 'decide', rows }],
}

type Ours = { readonly stage: Stage; readonly service: Service; readonly client: Client }

export async function measureDecide(
  { stage, service, client }: Ours,
  query: (name: string, id: string) => Promise<void>,
): Promise<Result> {
  const spent: Record<string, number[]> = {}
  for (const [name, steps] of Object.entries(packs)) {
    const body = { root: { kind: 'sequence', steps: [{ kind: 'module', module: 'score' }, ...steps] } } // prettier-ignore
    await client.call('POST', `/v1/packs/${name}/versions`, 201, { body })
  }
  const pids = Object.values(service.processes)
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1)
    for (const name of Object.keys(packs)) {
      const ids: string[] = []
      await drive(callers, perRound, async () => {
        ids.push((await createTransaction(client, person)).id)
      })
      await settle(stage)
      const before = readCpuMs(pids)
      await drive(callers, perRound, () => query(name, ids.pop() ?? ''))
      await settle(stage)
      if (round > 0) (spent[name] ??= []).push((readCpuMs(pids) - before) / perRound)
    }
  const added = (name: string) =>
    median((spent[name] ?? []).map((one, at) => one - (spent['decide-none']?.[at] ?? 0)))
  return toResult({
    name: 'packs-decide',
    value: added('decide-table'),
    baseline: added('decide-single'),
    unit: 'CPU ms that 25 of them add',
    higherIsBetter: false,
  })
}
