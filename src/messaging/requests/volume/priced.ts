// Checks that messages have prices where a tenant has a cap on spending: every account that can send for it must have a
// price, by the configuration or from its vendor, because a cap cannot count messages without one.
import type { Tenants } from '#src/platform/tenants/settings.ts'
import type { MessagingAccounts } from '#src/messaging/challenges/port.ts'

/** The accounts without a price by tenant, as sentences; '' is the deployment itself. */
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
