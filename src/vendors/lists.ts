// Checks against the published lists that are loaded here: no vendor is asked, and nothing is bought.
import { z } from 'zod'
import { type CheckVendor, reportsNothing } from '#src/vendors/parts/check-vendor.ts'
import type { CheckAccount, CheckOutcome } from '#src/screening/orders/port.ts'
import type { PublishedLists } from '#src/screening/lists/screen.ts'
import { saysWhether, toSought } from '#src/screening/wire/own-lists.ts'

type Options = {
  readonly id: string
  readonly lists?: readonly string[]
  readonly published?: PublishedLists | undefined
}

/** The first check after a start waits until the lists are in memory. */
const timeoutMs = 10_000

export function createListsAccount({ id, lists, published }: Options): CheckAccount {
  return {
    ...reportsNothing,
    id,
    vendor: 'lists',
    repeat: 'safe',
    costMicros: 0,
    timeoutMs,
    resultMs: 0,
    offers: (port, service) =>
      (port === 'person-check' || port === 'company-check') && published?.covers(service) === true,
    covers: (service) => published?.kindsOf(service, lists),
    async buy(request): Promise<CheckOutcome> {
      const sought = toSought(request)
      if (!sought) return { kind: 'rejected', class: 'input', code: 'lists-no-name' }
      const answer = await published?.screen(sought, lists)
      if (!answer) return { kind: 'rejected', class: 'account', code: 'lists-not-loaded' }
      return saysWhether(sought, answer)
        ? { kind: 'answered', answer }
        : { kind: 'rejected', class: 'input', code: 'lists-no-name' }
    },
  }
}

const ListsAccount = z.strictObject({
  vendor: z.literal('lists'),
  /** The names of the lists to search; by default all that are loaded. */
  lists: z
    .array(z.string().regex(/^[a-z][a-z0-9-]{0,59}$/))
    .min(1)
    .exactOptional(),
  authoritative: z.boolean().default(false),
})

/** The vendor of the loaded lists, without cost and with a fixed time limit. */
export const lists: CheckVendor = {
  name: 'lists',
  config: ListsAccount,
  open: (account, given) => createListsAccount({ ...ListsAccount.parse(account), ...given }),
}
