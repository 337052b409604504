import { z } from 'zod'
import { accountFields, defineCheckVendor } from '#src/vendors/parts/check-vendor.ts'
import { createListsAccount } from './adapter.ts'

/** The published lists that are loaded here. */
export const ListsAccount = z.strictObject({
  vendor: z.literal('lists'),
  /** Those alone, by their names; all that are loaded where it is left out. */
  lists: z
    .array(z.string().regex(/^[a-z][a-z0-9-]{0,59}$/))
    .min(1)
    .exactOptional(),
  authoritative: accountFields.authoritative,
})
export type ListsAccount = z.output<typeof ListsAccount>

export const lists = defineCheckVendor({
  name: 'lists',
  config: ListsAccount,
  open: (account: ListsAccount, given) => createListsAccount({ ...account, ...given }),
})
