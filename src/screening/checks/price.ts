import type { CheckAccount } from '#src/screening/orders/port.ts'

/** What one purchase of a service costs with an account, in millionths of the currency unit. */
export const priceOf = (
  account: Pick<CheckAccount, 'costMicros' | 'prices'> | undefined,
  service: string,
): number => account?.prices?.[service] ?? account?.costMicros ?? 0
