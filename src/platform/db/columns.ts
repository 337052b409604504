// Column types that all tables share.
import { customType, timestamp } from 'drizzle-orm/pg-core'

/** Ciphertext as `sealer.seal` gives it: nothing else may stand in a sealed column. */
export type Sealed = Buffer & { readonly sealed: unique symbol }

export const sealed = customType<{ data: Sealed; driverData: Buffer }>({
  dataType: () => 'bytea',
})

/** A keyed hash or a digest, which reveals nothing. */
export const digest = customType<{ data: Buffer; driverData: Buffer }>({
  dataType: () => 'bytea',
})

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
