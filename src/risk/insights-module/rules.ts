/** How a pack names this module. */
export const insights = { key: 'insights' } as const
