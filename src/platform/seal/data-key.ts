// A transaction's data key, wrapped and opened.
/** A data key as its row keeps it. `wrapped` is null once the person was erased. */
export type WrappedKey = { readonly keyId: string; readonly wrapped: Buffer | null }

/** An opened data key. Only stores hold one, and only while they seal and unseal. */
export type DataKey = { readonly secret: Buffer }
