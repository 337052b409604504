/** How a pack names this module. */
export const biometricsScore = { key: 'biometricsScore' } as const
