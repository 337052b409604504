/** How a pack names this module. */
export const facialBiometrics = { key: 'facialBiometrics' } as const
