// The e-mail adapters with their counterparts, for the common tests of all adapters.
import { createCourier } from '#src/vendors/sandbox/courier.ts'
import { createSandboxEmail } from '#src/vendors/sandbox/email.ts'
import { createSmtp } from '#src/vendors/smtp/adapter.ts'
import { startSmtp } from '#test/support/servers/smtp.ts'
import type { Harness } from './harness.ts'

const from = 'Acme <no-reply@acme.example>'
const address = 'maria.segredo@pessoal.example'

export async function smtpHarness(): Promise<Harness> {
  const server = await startSmtp()
  const provider = createSmtp({
    id: 'smtp',
    url: server.url,
    senders: { email: from },
    connections: 20,
    shared: false,
    totalMs: 2_000,
  })
  const behaviours = {
    accepts: 'accept',
    refuses: 'refuse',
    limits: 'defer',
    'loses the answer': 'reset',
  } as const
  return {
    provider,
    channel: 'email',
    given(scenario) {
      server.behaviour = behaviours[scenario]
      return address
    },
    arrived: () => server.mails.length,
    async close() {
      provider.close?.()
      await server.close()
    },
  }
}

export function sandboxMailHarness(): Promise<Harness> {
  const kept = new Set<string>()
  let losing = false
  const courier = createCourier(async () => 202)
  const provider = createSandboxEmail({
    async keep({ attemptId }) {
      kept.add(attemptId)
      if (losing) throw new Error(`connection lost while ${address} was kept`)
    },
    find: async (attemptId) => kept.has(attemptId),
    from,
    courier,
  })
  const addresses = {
    accepts: address,
    refuses: 'refuse+segredo@pessoal.example',
    limits: 'defer+segredo@pessoal.example',
    'loses the answer': address,
  } as const
  return Promise.resolve({
    provider,
    channel: 'email',
    given(scenario) {
      losing = scenario === 'loses the answer'
      return addresses[scenario]
    },
    arrived: () => kept.size,
    close: async () => courier.close(),
  })
}
