// A cap on spending that counts nothing would be no cap: every account that can send for a tenant with one must have a
// price, of the configuration or by its vendor.
import type { Tenants } from '#src/platform/tenants/settings.ts'
import type { MessagingAccounts } from '#src/messaging/challenges/port.ts'

/** What is wrong for each of the tenants, as sentences; '' is the deployment itself. */
export function findUnpriced(
  accounts: Pick<MessagingAccounts, 'list'>,
  tenants: Pick<Tenants, 'of'>,
  names: readonly string[],
): string[] {
  return names
    .filter((tenant) => tenants.of(tenant).messages.spendMicrosPerDay !== undefined)
    .flatMap((tenant) =>
      (['sms', 'whatsapp'] as const).flatMap((channel) =>
        accounts
          .list({ tenant, mode: 'live' }, channel)
          .filter((one) => one.saysPrice === undefined && one.priceMicros?.[channel] === undefined)
          .map(
            ({ id }) =>
              `${tenant === '' ? 'the deployment' : tenant} has a cap on spending (spendMicrosPerDay), and account ${id} has no price for ${channel}: give it priceMicros.${channel}, or take it from the channel or the cap away`,
          ),
      ),
    )
}
