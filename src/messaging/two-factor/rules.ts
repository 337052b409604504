/** How a pack names the answer of a person's phone, by whichever channel it came. */
export const phoneConfirmation = { key: 'phoneConfirmation' } as const
