// Insights in a pack: derived once per run, when the look-ups that they need have ended. In the sandbox magic values
// simulate the look-ups.
import { Insight } from '#src/journey/facts/schema.ts'
import { catalogue, insightsOf } from '#src/risk/insights/catalogue/catalogue.ts'
import { insightRuns, readRunInsights } from '#src/risk/insights/run.ts'
import { defineModule } from '#src/journey/capabilities/module.ts'

/** The name of the module in packs. */
const insights = { key: 'insights' } as const

export const insightsModule = defineModule(
  insights,
  Insight,
  async (db, { sealer, transaction, runId, step, moduleStatus }) => {
    const asked = { transaction, runId, step }
    const found = await readRunInsights(db, sealer, asked)
    return { moduleStatus, results: insightsOf(found?.codes ?? []) }
  },
  {
    runs: insightRuns({ module: insights.key }),
    isSearch: true,
    seen: {
      code: { oneOf: catalogue.map(({ code }) => code) },
      category: { oneOf: [...new Set(catalogue.map(({ category }) => category))] },
      relevance: 'string',
      relatedTo: { list: { oneOf: [...new Set(catalogue.flatMap(({ relatedTo }) => relatedTo))] } },
    },
  },
)
