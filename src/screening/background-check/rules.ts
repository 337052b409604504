/** How a pack names this module. */
export const backgroundCheck = { key: 'backgroundCheck' } as const
