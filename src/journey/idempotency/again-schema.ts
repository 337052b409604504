import { z } from 'zod'

export const again = z.boolean().exactOptional().meta({
  description:
    'True: what may have been bought already is bought again. Needs an `Idempotency-Key`, so that a repeat of the request is none.',
})

export const BuyAgain = z.object({ again }).meta({
  id: 'BuyAgain',
  description: 'How a failed purchase is tried again.',
  example: { again: false },
})
