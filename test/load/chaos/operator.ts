// An operator who pauses transactions and lets them go on, by the API, and cancels runs by Temporal's own client.
import { setTimeout as wait } from 'node:timers/promises'
import { Client, Connection } from '@temporalio/client'
import type { Sql } from 'postgres'
import type { Chance } from '#test/load/chance.ts'
import { searchAttributes, workflowId } from '#workflows/messages.ts'
import { type Tenant, tenants } from './outside.ts'
import type { Stack } from './stack.ts'

export type Operator = AsyncDisposable & {
  /** Transactions whose run was cancelled, or perhaps was: their journeys may end anywhere. */
  readonly cancelled: ReadonlySet<string>
  /** Resolves to what was done. */
  pause(ms: number, chance: Chance): Promise<string>
  cancel(chance: Chance): Promise<string>
  /** What became of the runs that Temporal has cancelled for sure. */
  findIgnored(sql: Sql): Promise<string[]>
}

const answerMs = 5_000
const againMs = 500

export async function openOperator({ urls, outside, temporal }: Stack): Promise<Operator> {
  const connection = await Connection.connect({ address: temporal.address })
  const client = new Client({ connection })
  const cancelled = new Set<string>()
  const sure: { readonly id: string; readonly runId: string }[] = []
  const tokens = await signAll(outside)

  /** One that is open now; undefined where there is none, or the server does not say it. */
  async function draw(chance: Chance) {
    const found: { id: string; runId: string; tenant: string }[] = []
    try {
      await client.withDeadline(Date.now() + answerMs, async () => {
        const query = `WorkflowType = 'transaction' and ExecutionStatus = 'Running'`
        for await (const one of client.workflow.list({ query }))
          found.push({
            id: one.workflowId.slice(workflowId('').length),
            runId: one.runId,
            tenant: one.typedSearchAttributes.get(searchAttributes.tenant) ?? '',
          })
      })
    } catch {
      return undefined
    }
    const [first, ...rest] = found
    return first && chance.pick([first, ...rest])
  }

  /** The status of an answer; undefined without one. The mode is not known, and one of them knows the id. */
  async function act(path: string, tenant: string): Promise<number | undefined> {
    let status: number | undefined
    for (const [index, token] of (tokens.get(tenant) ?? []).entries()) {
      const answer = await fetch(`${urls[index % 2]}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ reason: 'chance' }),
        signal: AbortSignal.timeout(answerMs),
      }).catch(() => undefined)
      if (answer?.status === 200 || answer?.status === 409) return answer.status
      if (answer?.status !== 404) status = undefined
      else status ??= 404
    }
    return status
  }

  return {
    cancelled,
    async pause(ms, chance) {
      const one = await draw(chance)
      if (!one) return 'no run was found'
      const path = `/v1/transaction/${one.id}/agenda`
      const status = await act(`${path}/pause`, one.tenant)
      await wait(ms)
      // Nobody knows whether it was paused, so it is let go on until an API has said that it is not.
      let resumed: number | undefined
      while (resumed !== 200 && resumed !== 409) {
        resumed = await act(`${path}/resume`, one.tenant)
        if (resumed !== 200 && resumed !== 409) await wait(againMs)
      }
      return `${one.id}: ${status ?? 'no answer'}, then ${resumed}`
    },
    async cancel(chance) {
      const one = await draw(chance)
      if (!one) return 'no run was found'
      const { id, runId } = one
      cancelled.add(id)
      try {
        const run = client.workflow.getHandle(workflowId(id), runId)
        await client.withDeadline(Date.now() + answerMs, () => run.cancel())
        sure.push({ id, runId })
        return id
      } catch {
        return `${id}, perhaps`
      }
    },
    async findIgnored(sql) {
      const wrong: string[] = []
      for (const { id, runId } of sure) {
        const entries = await sql`
          select seq from journal
          where transaction_id = ${id} and kind = 'ended-by-operator' and ref = ${runId}`
        const { status } = await client.workflow.getHandle(workflowId(id), runId).describe()
        if (entries.length !== 1 || status.name === 'RUNNING')
          wrong.push(`run ${runId} of ${id} was cancelled: ${entries.length} ends, ${status.name}`)
      }
      return wrong
    },
    [Symbol.asyncDispose]: () => connection.close(),
  }
}

async function signAll({ issuer }: Stack['outside']): Promise<ReadonlyMap<string, string[]>> {
  // Safe because an object literal has no other keys.
  const names = Object.keys(tenants) as Tenant[]
  const exp = Math.floor(Date.now() / 1_000) + 12 * 3_600
  const claims = { aud: 'atesta', sub: 'an-operator', scope: 'transactions:write', exp }
  const signed = names.map(async (tenant) => {
    const modes = ['live', 'sandbox'].map((mode) => issuer.sign({ ...claims, tenant, mode }))
    return [tenant, await Promise.all(modes)] as const
  })
  return new Map(await Promise.all(signed))
}
