// Measures a run whose list has three children against four runs of the same work that nobody joins.
import { note } from '#src/main/local/note.ts'
import { createClient } from '#test/load/client.ts'
import { createTransaction } from '#test/load/journey.ts'
import { startService } from '#test/load/service.ts'
import { compare, describeCpu, toRates } from './compare.ts'
import type { Measure } from './measure.ts'

const children = 3
const warm = { callers: 4, count: 10, rounds: 1 }
const many = { callers: 8, count: 30, rounds: 3 }

const scored = {
  kind: 'sequence',
  steps: [
    { kind: 'module', module: 'score' },
    { kind: 'stop', outcome: 'approved', reason: 'scored' },
  ],
}
const joined = {
  kind: 'sequence',
  steps: [
    { kind: 'module', module: 'score' },
    { kind: 'each', id: 'partners', in: 'transaction.partners', pack: 'each-one@1' },
    {
      kind: 'when',
      id: 'approved',
      condition: 'steps.partners.results.all(p, p.outcome == "approved")',
      run: { kind: 'stop', outcome: 'approved', reason: 'all' },
    },
  ],
}

const cpf = '52998224725'
const person = { documentType: 'CPF', document: cpf, name: 'Ana Exemplo' }
const company = {
  documentType: 'CNPJ',
  document: '11222333000181',
  name: 'Exemplo Ltda',
  partners: Array.from({ length: children }, (_, at) => ({
    ...person,
    document: String(Number(cpf) + at),
  })),
}

export const each: Measure = {
  name: 'each',
  against: 'four transactions with a run of the same pack each, created and asked by the client',
  aims: { each: 0.7, 'each-cpu': 2.5 },
  async run(stage) {
    await using service = await startService(stage, { IDLE_CLOSE_SECONDS: '0.1' })
    const client = await createClient(service.api.url, { scope: 'packs:write packs:live' })
    for (const [name, root] of [
      ['each-one', scored],
      ['each-all', joined],
    ] as const)
      await client.call('POST', `/v1/packs/${name}/versions`, 201, { body: { root } })
    const run = async (pack: string, subject: object) => {
      const { id } = await createTransaction(client, subject)
      const { outcome } = await client.call<{ outcome?: string }>(
        'GET',
        `/v1/packs/${pack}/${id}`,
        200,
        { headers: { prefer: 'wait=30' } },
      )
      if (outcome !== 'approved') throw new Error(`${pack} ended as ${outcome}`)
    }
    const { processes } = service
    const sides = {
      ours: { stage, processes, go: () => run('each-all', company) },
      bare: {
        stage,
        processes,
        go: async () => {
          for (let one = 0; one <= children; one += 1) await run('each-one', person)
        },
      },
    }
    await compare(sides, warm)
    const full = await compare(sides, many)
    note(`CPU ms of a run with ${children} children: ${describeCpu(full)}`)
    return toRates('each', 'families/s', full)
  },
}
