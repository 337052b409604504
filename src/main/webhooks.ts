// Every worker sends events to those who listen.
import { createDeliverer } from '#src/journey/webhooks/deliver.ts'
import type { Services } from './services.ts'

export function startWebhooks(services: Services, parts: AsyncDisposableStack): void {
  const { db, sealer, webhooks, log, metrics } = services
  const ending = new AbortController()
  const running = createDeliverer({
    db,
    sealer,
    webhooks,
    log,
    onSent: (outcome, seconds) => metrics.webhookSeconds.observe({ outcome }, seconds),
    onDisabled({ endpoint, tenant, reason }) {
      metrics.webhooksDisabled.inc({ tenant, reason })
      log.warn({ webhook: endpoint, tenant, reason }, 'a webhook is disabled')
    },
  }).run(ending.signal)
  parts.defer(async () => {
    ending.abort()
    await running
  })
}
