import { z } from 'zod'

const expirationDateUtc = z.iso.datetime().meta({ description: 'Until when the links work.' })

export const SelfieLink = z.object({ selfieUrl: z.url(), expirationDateUtc }).meta({
  id: 'SelfieLink',
  description: 'The first image of the newest live selfie, else of the newest.',
})

export const DocumentLinks = z
  .object({
    documentFrontUrl: z.url().exactOptional(),
    documentBackUrl: z.url().exactOptional(),
    expirationDateUtc,
  })
  .meta({ id: 'DocumentLinks', description: 'The last front and the last recognised back.' })
