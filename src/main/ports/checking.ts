// Opens the configured accounts of checks.
import { assert } from '#src/platform/assert.ts'
import type { Checking } from '#src/screening/orders/port.ts'
import { checkVendors, createChecking } from '#src/vendors/checks.ts'
import { postTo, createCourier } from '#src/vendors/sandbox/courier.ts'
import { createSandboxChecks, type SandboxChecksOptions } from '#src/vendors/sandbox/checks.ts'
import type { PublishedLists } from '#src/screening/lists/screen.ts'
import { loadDefinition } from '#src/vendors/http/definition/load.ts'
import type { OwnServices, Samples } from '#src/screening/wire/own-schema.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { readChecksConfig } from '#src/main/config/checks.ts'
import type { Config } from '#src/main/config/config.ts'

type Given = {
  readonly config: Pick<
    Config,
    'CHECKS_FILE' | 'CHECKS' | 'PUBLIC_BASE_URL' | 'API_INTERNAL_URL' | 'SANDBOX_CHECK_COST_MICROS'
  >
  readonly sealer: Sealer
  readonly published?: PublishedLists
}

/** Throws one error with all faults of the configuration. */
export function openChecking(
  { config, sealer, published }: Given,
  parts: AsyncDisposableStack,
  changed: Partial<SandboxChecksOptions> = {},
): Checking {
  const { PUBLIC_BASE_URL: publicBaseUrl, API_INTERNAL_URL: internalUrl = publicBaseUrl } = config
  const { folder, ...read } = readChecksConfig(checkVendors, {
    file: config.CHECKS_FILE,
    text: config.CHECKS,
  })
  const courier = createCourier(postTo(internalUrl))
  parts.defer(() => courier.close())
  const samples = new Map<string, Samples>()
  const sandbox = createSandboxChecks({
    courier,
    samples,
    secrets: deriveSecrets(sealer),
    costMicros: config.SANDBOX_CHECK_COST_MICROS,
    ...changed,
  })
  const given = { publicBaseUrl, folder, sandbox, published }
  const checking = createChecking(checkVendors, read, given)
  for (const { own = {} } of checking.accounts.all())
    for (const [service, { sandbox: said }] of Object.entries(own))
      if (said) samples.set(service, said)
  return checking
}

/** The declarations of own services in the configured accounts; of two results under a name the first one counts. */
export function readDeclared({
  CHECKS_FILE: file,
  CHECKS: text,
}: Readonly<Record<string, string | undefined>>): OwnServices {
  const { folder, ...config } = readChecksConfig(checkVendors, {
    file: file || undefined,
    text: text || undefined,
  })
  const owned = [config, ...Object.values(config.tenants)].flatMap(({ accounts }) =>
    Object.values(accounts),
  )
  const declared = owned.flatMap((account) => {
    const { file: named } = account as { readonly file?: unknown }
    return account.vendor === 'http' && typeof named === 'string'
      ? Object.entries(loadDefinition(named, folder).own)
      : []
  })
  return new Map(declared.toReversed().map(([name, { result }]) => [name, result]))
}

/**
 * Derived secrets, so that all processes have the same; those from older hash keys are accepted until the keys are
 * removed.
 */
function deriveSecrets(sealer: Sealer): readonly [string, ...string[]] {
  const [current, ...older] = sealer.hashes('sandbox-callback', 'checks')
  assert(current, 'no hash key')
  return [current.toString('hex'), ...older.map((one) => one.toString('hex'))]
}
