// Decides whether the tenant of a credential may use the service now.
import type { AdmitTenant } from '#src/platform/http/pipeline.ts'
import { Problem } from '#src/platform/errors.ts'
import { invalidToken } from '#src/platform/http/auth/jwt.ts'
import type { RegisteredTenant } from '../settings.ts'

/** `open`: like `database`, but unregistered tenants may use the service too. */
export type RegistryKind = 'none' | 'file' | 'database' | 'open'

export type GateParts = {
  readonly kind: RegistryKind
  readonly find: (tenant: string) => RegisteredTenant | undefined
  /** When false, credentials of mode `sandbox` are refused. */
  readonly sandbox?: boolean
}

export function createTenantGate({ kind, find, sandbox = true }: GateParts): AdmitTenant {
  return function admitTenant({ tenant, mode, operates, subject }) {
    if (mode === 'sandbox' && !sandbox) throw invalidToken('no-sandbox')
    const found = kind === 'none' ? undefined : find(tenant)
    if (!found) {
      if (kind !== 'none' && kind !== 'open') throw new Problem('tenant-unknown')
      // Only a registry can name operators, so an operator’s token is refused for an unregistered tenant.
      if (operates) throw invalidToken('operator')
      return
    }
    if (found.modes && !found.modes.includes(mode)) throw invalidToken('mode')
    if (operates && (subject === undefined || !found.operators?.includes(subject)))
      throw invalidToken('operator')
    if (found.suspended) throw new Problem('tenant-suspended')
  }
}
