/** How a pack names this module. */
export const creditScore = { key: 'creditScore' } as const

/** Seeing a credit score needs a scope of its own. */
export const creditScope = 'credit:read'
