// Offers the tenant’s settings as facts, so that conditions can read them and runs record them.
import type { FactSource } from '#src/journey/facts/facts.ts'
import { declareFacts } from '#src/journey/facts/vocabulary/fact.ts'
import { settings } from '#src/journey/facts/vocabulary/vocabulary.ts'
import type { Tenants } from '#src/platform/tenants/settings.ts'

export const settingsFacts = (tenants: Pick<Tenants, 'of'>): FactSource => ({
  variables: { settings: declareFacts(settings) },
  async read({ transaction: { tenant, mode } }) {
    const { verdicts } = tenants.of(tenant)
    return {
      settings: { ...verdicts, approveUnproven: verdicts.approveUnproven ?? mode === 'sandbox' },
    }
  },
})
