// Runs clients of several tenants, one journey after the other, until the end; running journeys are completed.
import { setTimeout as wait } from 'node:timers/promises'
import { type Chance, createChance } from '#test/load/chance.ts'
import { createCarefulClient } from '#test/load/client.ts'
import { publishDesk } from './desk-pack.ts'
import { publishFamily } from './family.ts'
import { begin, type Journey, type Kind, travel, type Traveller } from './journeys.ts'
import { type Tenant, tenants } from './outside.ts'
import { createPerson } from './person.ts'
import type { Stack } from './stack.ts'

export type Load = {
  readonly journeys: readonly Journey[]
  /** Wrong answers, and requests without an answer. */
  readonly faults: readonly string[]
  /** Credentials that may read events, for each tenant in both modes. */
  listenerTokens(): Promise<string[]>
  /** Starts no further journey; resolves when the running ones have ended. */
  end(): Promise<void>
}

export type LoadPlan = {
  readonly seed: number
  readonly travellers: number
  readonly engines: boolean
  /** The milliseconds so far in which everything that a journey needs was running. */
  readonly thereMs: () => number
  /** Transactions whose run an operator has cancelled. */
  readonly cancelled: ReadonlySet<string>
}

const scopes = 'transactions:read transactions:write'

export async function startLoad(stack: Stack, plan: LoadPlan): Promise<Load> {
  const { urls, publicUrl, outside } = stack
  const { thereMs, cancelled } = plan
  const person = createPerson({ outside, urls, publicUrl })
  const journeys: Journey[] = []
  const faults: string[] = []
  const sign = (tenant: Tenant, mode: string, scope = scopes) =>
    outside.issuer.sign({
      aud: 'atesta',
      sub: `client-of-${tenant}`,
      tenant,
      mode,
      scope,
      exp: Math.floor(Date.now() / 1_000) + 12 * 3_600,
    })
  let isOver = false

  const go = async (index: number) => {
    const chance = createChance(plan.seed, index)
    const tenant = tenantOf(index)
    const open = async (mode: string) =>
      createCarefulClient({ urls, token: await sign(tenant, mode), chance, faults, thereMs })
    const traveller: Traveller = {
      tenant,
      chance,
      person,
      thereMs,
      cancelled,
      live: await open('live'),
      sandbox: await open('sandbox'),
    }
    while (!isOver) {
      const journey = begin(drawKind(chance, plan), traveller)
      journeys.push(journey)
      await travel(journey, traveller).catch((error: unknown) => {
        if (journey.id !== undefined && cancelled.has(journey.id))
          journey.outcome = 'ended by an operator'
        else faults.push(`${journey.kind} of ${tenant} (${journey.id}): ${describe(error)}`)
      })
      await wait(chance.between(50, 500))
    }
  }
  for (const tenant of names) {
    const token = await sign(tenant, 'live', 'packs:write packs:live endpoints:write')
    const chance = createChance(plan.seed, plan.travellers)
    const client = createCarefulClient({ urls, token, chance, faults, thereMs })
    await publishFamily(client)
    await publishDesk(client, { ...outside, api: urls[0] }, { tenant, token })
  }
  const travelling = Promise.all(Array.from({ length: plan.travellers }, (_, index) => go(index)))
  // Awaited at the end; an earlier failure must not end the process.
  travelling.catch(() => undefined)
  return {
    journeys,
    faults,
    listenerTokens: () =>
      Promise.all(
        names.flatMap((tenant) =>
          ['live', 'sandbox'].map((mode) => sign(tenant, mode, 'reports:read')),
        ),
      ),
    async end() {
      isOver = true
      await travelling
    },
  }
}

/** Safe because an object literal has no other keys. */
const names = Object.keys(tenants) as Tenant[]
const tenantOf = (index: number): Tenant => names[index % names.length] ?? 'norte'

function drawKind(chance: Chance, { engines }: Pick<LoadPlan, 'engines'>): Kind {
  if (engines && chance.percent(6)) return 'face'
  return chance.pick<Kind>(['mail', 'phone', 'phone', 'purchase', 'sandbox', 'family', 'desk'])
}

const describe = (error: unknown) => (error instanceof Error ? error.message : String(error))
