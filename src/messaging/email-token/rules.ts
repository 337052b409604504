/** How a pack names this module. */
export const emailToken = { key: 'emailToken' } as const
