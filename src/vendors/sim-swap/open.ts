// Opens the account for SIM swaps: the tenant's own, or else the deployment's. In the sandbox the ending of the number
// decides.
import type { SimSwapSource } from '#src/messaging/challenges/messaging.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { readEnding } from '#src/vendors/sandbox/plan.ts'
import { createCamara } from './camara.ts'
import type { SimSwapAccount } from './config.ts'
import { createTwilioLookup } from './twilio-lookup.ts'

type Owned = { readonly simSwap?: SimSwapAccount }
export type SimSwapConfig = Owned & { readonly tenants: Readonly<Record<string, Owned>> }

export function openSimSwaps({
  simSwap,
  tenants,
}: SimSwapConfig): (owner: Owner) => SimSwapSource | undefined {
  const common = simSwap && open(simSwap)
  const own = new Map(
    Object.entries(tenants).flatMap(([tenant, { simSwap: account }]) =>
      account ? [[tenant, open(account)] as const] : [],
    ),
  )
  return ({ tenant, mode }) => (mode === 'sandbox' ? sandboxSims : (own.get(tenant) ?? common))
}

const open = (account: SimSwapAccount): SimSwapSource =>
  account.vendor === 'camara' ? createCamara(account) : createTwilioLookup(account)

const sandboxSims: SimSwapSource = {
  id: 'sandbox-sim',
  ask: async (phone) => (readEnding(phone) === '0015' ? 'swapped' : 'same'),
}
