import { z } from 'zod'
import { accountFields, defineCheckVendor } from '#src/vendors/parts/check-vendor.ts'
import { createRegistry } from '#src/vendors/minha-receita/vendor.ts'
import { KnownCnpj } from '#src/vendors/minha-receita/proof-of-life.ts'

/** BrasilAPI, whose terms allow it as a fallback and not for volume. It passes on what Minha Receita answers. */
export const BrasilApiAccount = z.strictObject({
  vendor: z.literal('brasilapi'),
  baseUrl: z.url({ protocol: /^https?$/ }).default('https://brasilapi.com.br'),
  knownCnpj: KnownCnpj,
  ...accountFields,
})
export type BrasilApiAccount = z.output<typeof BrasilApiAccount>

export const brasilApi = defineCheckVendor({
  name: 'brasilapi',
  config: BrasilApiAccount,
  open: (account: BrasilApiAccount, given) =>
    createRegistry({ ...account, ...given, path: '/api/cnpj/v1/' }),
})
