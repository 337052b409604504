// Column types that all tables share.
import { customType, text, timestamp } from 'drizzle-orm/pg-core'

/** Ciphertext from `sealer.seal`; sealed columns take nothing else. */
export type Sealed = Buffer & { readonly sealed: unique symbol }

export const sealed = customType<{ data: Sealed; driverData: Buffer }>({ dataType: () => 'bytea' })

/** A keyed hash or digest as `bytea`; it reveals nothing. */
export const digest = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** The owner of a row. */
export const ownerColumns = {
  tenant: text('tenant').notNull(),
  mode: text('mode').$type<'sandbox' | 'live'>().notNull(),
}
