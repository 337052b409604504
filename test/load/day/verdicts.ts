// Verdicts beside the day, which has none: companies whose partners each walk a link of their own, in the sandbox. Some
// partners are rejected, and some sent to a review, whose deadline passes for every other company.
import { hold, insist } from '#test/load/drill/part.ts'
import type { Caller } from '#test/support/caller.ts'

const partner = {
  kind: 'sequence',
  steps: [
    {
      kind: 'ask',
      id: 'profile',
      title: { pt: 'Sobre você', en: 'About you' },
      fields: [{ name: 'job', type: 'text', label: 'What do you do?', required: true, max: 80 }],
    },
    { kind: 'module', module: 'backgroundCheck', deadlineSeconds: 600 },
    {
      kind: 'decide',
      id: 'verdict',
      rows: [
        { if: 'transaction.name == "Rita Lima"', outcome: 'review', reason: 'looked-at' },
        { if: 'transaction.name == "Raul Melo"', outcome: 'rejected', reason: 'refused' },
        { outcome: 'approved', reason: 'declared' },
      ],
    },
  ],
}

const owners = {
  kind: 'sequence',
  steps: [
    { kind: 'each', id: 'partners', in: 'transaction.partners', pack: 'partner@1', link: true },
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
}

const documents = ['529.982.247-25', '111.444.777-35', '318.527.498-90']
const names = ['Ana Souza', 'Rita Lima', 'Raul Melo']

export async function publishVerdicts(caller: Caller): Promise<void> {
  for (const [name, root] of Object.entries({ partner, owners })) {
    const { status, body } = await caller.send('POST', `/v1/packs/${name}/versions`, { root })
    hold(status === 201, `the pack ${name} is not taken: ${JSON.stringify(body)}`)
  }
}

type Walked = { readonly links: readonly { transactionId: string; status: string }[] }

/** Verifies one company; `count` is its number, from 0. */
export async function verifyCompany(caller: Caller, count: number): Promise<void> {
  const partners = documents.map((document, at) => ({
    documentType: 'CPF',
    document,
    name: names[at % (count % 4 === 0 ? 1 : names.length)],
  }))
  const body = {
    documentType: 'CNPJ',
    document: '11.222.333/0001-81',
    name: 'Souza Ltda',
    partners,
  }
  const { id } = (await caller.send<{ id: string }>('POST', '/v1/transaction', body)).body
  await caller.send('POST', `/v1/packs/owners/${id}`, {}, { prefer: 'wait=0' })
  const { links } = await insist(60, async () => {
    const walked = await caller.send<Walked>('POST', `/v1/sandbox/transactions/${id}/walk-links`)
    const done = walked.body.links.filter(({ status }) => status === 'done')
    if (done.length < partners.length)
      throw new Error(`the links are ${walked.body.links.map(({ status }) => status).join()}`)
    return walked.body
  })
  if (count % 2 === 1) return
  for (const { transactionId } of links) {
    const path = `/v1/packs/partner/${transactionId}`
    const { body: run } = await caller.send('GET', path, undefined, { prefer: 'wait=30' })
    hold(run['status'] === 'completed', 'a partner has no verdict')
    await caller.send('POST', `/v1/sandbox/transactions/${transactionId}/clock`, { advance: 'P2D' })
  }
}
