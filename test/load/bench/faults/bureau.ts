// A bureau in the process of the bench whose purchases may be repeated under their key: it accepts requests, and
// answers only after `answers` was called.
import { createTransaction } from '#test/load/journey.ts'
import type { Client } from '#test/load/client.ts'
import { bureauDialect, knownDocument, knownName } from '#test/support/vendors/check-dialects.ts'
import { bureauSecrets, writeBureau } from '#test/support/vendors/check-harness.ts'
import { startCheckServer } from '#test/support/vendors/check-server.ts'

export type Bureau = AsyncDisposable & {
  readonly environment: { readonly CHECKS: string }
  /** Creates transactions with a check at the bureau; resolves to their ids. */
  askMany(live: Client, count: number): Promise<string[]>
  answers(): void
}

const person = { documentType: 'CPF', document: knownDocument, name: knownName }

export async function startBureau(): Promise<Bureau> {
  const server = await startCheckServer(bureauDialect)
  server.atRequest = async ({ url }) => {
    if (url.pathname === '/people') await new Promise(() => undefined)
  }
  const file = `${writeBureau(server.url)}/bureau.yaml`
  const keyed = { vendor: 'http', file, secrets: bureauSecrets, repeat: 'key', timeoutMs: 10_000 }
  return {
    environment: {
      CHECKS: JSON.stringify({
        accounts: { keyed },
        ports: { 'person-check': ['keyed'] },
        legalBasis: { purpose: 'bench', article: 'LGPD 7, V' },
        privateHosts: [server.host],
      }),
    },
    askMany: (live, count) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const { id } = await createTransaction(live, person)
          const body = { services: ['BasicInfos'] }
          await live.call('POST', `/v1/transaction/${id}/backgroundcheck`, 200, { body })
          return id
        }),
      ),
    answers() {
      server.atRequest = undefined
    },
    [Symbol.asyncDispose]: () => server.close(),
  }
}
