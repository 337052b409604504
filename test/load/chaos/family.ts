// Companies whose partners are verified each in a transaction of its own: the packs, and what a client sends.
import type { Chance } from '#test/load/chance.ts'
import type { Client } from '#test/load/client.ts'

export const familyPack = 'chaos-owners'
const partnerPack = 'chaos-partner'
const partners = 3

/** A partner is approved after a pause, so that its end is a task of its own. */
const packs: readonly (readonly [string, object])[] = [
  [
    partnerPack,
    {
      kind: 'sequence',
      steps: [
        { kind: 'wait', id: 'pause', for: 'PT2S' },
        { kind: 'stop', outcome: 'approved', reason: 'paused' },
      ],
    },
  ],
  [
    familyPack,
    {
      kind: 'sequence',
      steps: [
        {
          kind: 'each',
          id: 'partners',
          in: 'transaction.partners',
          pack: `${partnerPack}@1`,
          deadlineSeconds: 3_600,
        },
        {
          kind: 'decide',
          id: 'verdict',
          rows: [
            {
              unless: 'steps.partners.results.all(p, p.outcome == "approved")',
              outcome: 'review',
              reason: 'partner-open',
            },
            { outcome: 'approved', reason: 'all-approved' },
          ],
        },
      ],
    },
  ],
]

/** Needs `packs:write` and `packs:live`. */
export async function publishFamily(client: Client): Promise<void> {
  for (const [name, root] of packs)
    await client.call('POST', `/v1/packs/${name}/versions`, 201, { body: { root } })
}

export const drawCompany = (chance: Chance) => ({
  documentType: 'CNPJ',
  document: chance.digits(14),
  name: 'Exemplo Ltda',
  partners: Array.from({ length: partners }, () => ({
    documentType: 'cpf',
    document: chance.digits(11),
    name: 'Ana Exemplo',
  })),
})
