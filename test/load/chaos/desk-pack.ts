// The pack that calls the desk in two rounds, waits for a signal and for a time, and calls once more in vain.
import type { Client } from '#test/load/client.ts'
import { type Desk, silentStep } from './desk.ts'

export const deskPack = 'chaos-desk'

const result = {
  type: 'object',
  required: ['done'],
  properties: { done: { type: 'boolean' } },
} as const
const call = { kind: 'call', to: 'desk', input: { asked: 'input.asked' }, result }

/** Whatever fails by its deadline leaves a review, never a rejection nor an approval. */
const root = {
  kind: 'sequence',
  steps: [
    {
      kind: 'repeat',
      id: 'rounds',
      timesMax: 3,
      until: 'steps.limit.result.done',
      unanswered: 'continue',
      run: { ...call, id: 'limit', deadlineSeconds: 40 },
    },
    {
      kind: 'wait',
      id: 'approval',
      signal: {
        type: 'object',
        required: ['approved'],
        properties: { approved: { type: 'boolean' } },
      },
      deadlineSeconds: 86_400,
    },
    { kind: 'wait', id: 'pause', for: 'PT1S' },
    { ...call, id: silentStep, deadlineSeconds: 3, optional: true },
    {
      kind: 'decide',
      id: 'verdict',
      rows: [
        { unless: 'steps.limit.result.done', outcome: 'review', reason: 'unfinished' },
        { unless: 'steps.approval.result.approved', outcome: 'review', reason: 'unapproved' },
        { outcome: 'approved', reason: 'all-there' },
      ],
    },
  ],
}
const input = {
  type: 'object',
  required: ['asked'],
  properties: { asked: { type: 'number' } },
} as const

type Opening = { readonly api: string; readonly desk: Desk; readonly deskUrl: string }

/** Needs `endpoints:write`, `packs:write` and `packs:live`. The secret is shown once, so its request is made once. */
export async function publishDesk(
  client: Client,
  { api, desk, deskUrl }: Opening,
  { tenant, token }: { readonly tenant: string; readonly token: string },
): Promise<void> {
  const made = await fetch(`${api}/v1/endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'desk', url: `${deskUrl}/${tenant}`, timeoutMs: 2_000 }),
  })
  if (made.status !== 201) throw new Error(`the desk is no endpoint: ${await made.text()}`)
  // Safe because a new endpoint is answered with its secret.
  const { secret } = (await made.json()) as { secret: string }
  desk.know(tenant, secret)
  await client.call('POST', `/v1/packs/${deskPack}/versions`, 201, { body: { root, input } })
}
