import { z } from 'zod'
import { accountFields, defineCheckVendor } from '#src/vendors/parts/check-vendor.ts'
import { createRegistry } from './adapter.ts'
import { KnownCnpj } from './proof-of-life.ts'

/** A server of Minha Receita, an own one for volume. */
export const MinhaReceitaAccount = z.strictObject({
  vendor: z.literal('minha-receita'),
  baseUrl: z.url({ protocol: /^https?$/ }).default('https://minhareceita.org'),
  knownCnpj: KnownCnpj,
  ...accountFields,
})
export type MinhaReceitaAccount = z.output<typeof MinhaReceitaAccount>

export const minhaReceita = defineCheckVendor({
  name: 'minha-receita',
  config: MinhaReceitaAccount,
  open: (account: MinhaReceitaAccount, given) =>
    createRegistry({ ...account, ...given, path: '/' }),
})
