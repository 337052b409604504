// A version of a pack tried over what past runs have recorded.
import { backtestWorkflowId } from '#workflows/messages.ts'
import { until } from '#test/workflow/client.ts'
import type { Scenario } from '../scene.ts'

const claims = { scope: 'packs:write packs:live reports:read' }

/** In a batch of its own queue, to its end. */
const backtest: Scenario = {
  workflow: backtestWorkflowId,
  async drive({ client, create }) {
    for (const deadlineSeconds of [30, 31]) {
      const root = { kind: 'module', module: 'score', deadlineSeconds }
      await client.ask('POST', '/v1/packs/tried/versions', 201, { body: { root }, claims })
    }
    await client.queryPack('tried', await create())
    const path = '/v1/packs/tried/backtests'
    const body = { version: 2 }
    const { id } = await client.ask<{ id: string }>('POST', path, 202, { body, claims })
    await until(async () => {
      const asked = client.ask<{ status: string }>('GET', `${path}/${id}`, 200, { claims })
      return (await asked).status === 'completed' || undefined
    })
    return id
  },
}

export const backtestScenarios = { backtest }
