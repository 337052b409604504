// Checks without outside sources: the sandbox’s source, or the accounts that a test passes.
import type { LegalBasis } from '#src/journey/transaction/parts-schema.ts'
import type { CheckAccount, Checking } from '#src/screening/orders/port.ts'
import { createSandboxChecks } from '#src/vendors/sandbox/checks.ts'

type Given = {
  /** The accounts for live transactions, in the order of their use. */
  readonly accounts?: readonly CheckAccount[]
  readonly costMicros?: number
  readonly capMicros?: number
  /** Null: there is no legal basis. */
  readonly legalBasis?: LegalBasis | null
}

/** Callbacks are dropped. */
export function sandboxChecking({
  accounts = [],
  costMicros = 0,
  capMicros,
  legalBasis: given,
}: Given = {}): Checking {
  const legalBasis =
    given === null ? undefined : (given ?? { purpose: 'test', article: 'LGPD 7, V' })
  const samples = new Map(
    accounts.flatMap(({ own = {} }) =>
      Object.entries(own).map(([name, { sandbox: said = {} }]) => [name, said] as const),
    ),
  )
  const sandbox = createSandboxChecks({
    samples,
    courier: { follow: async () => undefined, deliver: async () => true },
    secrets: ['a secret of the sandbox'],
    costMicros,
    pace: 0,
  })
  const of = (mode: 'sandbox' | 'live') => (mode === 'sandbox' ? [sandbox] : accounts)
  return {
    accounts: {
      list: ({ mode }, port, service) => of(mode).filter((one) => one.offers(port, service)),
      all: () => [...accounts, sandbox],
      find: ({ mode }, id) => of(mode).find((one) => one.id === id),
    },
    capOf: () => capMicros,
    legalBasisOf: () => legalBasis,
  }
}
