/** How a pack names this module. */
export const score = { key: 'score' } as const
