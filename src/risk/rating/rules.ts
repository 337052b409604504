/** How a pack names this module. */
export const rating = { key: 'rating' } as const
