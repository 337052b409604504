import { z } from 'zod'

/** Codes, so that they may stand in the audit: nothing of a person. */
export const LegalBasis = z
  .object({
    purpose: z
      .string()
      .regex(/^[a-z][a-z-]{0,63}$/, 'small letters and hyphens')
      .meta({ description: 'What for, as a code.' }),
    article: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9 .,;/§ºª-]{0,39}$/, 'a law and its article')
      .refine((value) => !/\d{5}/.test(value), 'a law and its article')
      .meta({ description: 'By which article of which law.' }),
  })
  .meta({
    id: 'LegalBasis',
    description:
      'Why the data may be bought; it stands with each purchase and in the audit. Without it that of the tenant, or of the installation, counts.',
    example: { purpose: 'fraud-prevention', article: 'LGPD 11, II, g' },
  })
export type LegalBasis = z.output<typeof LegalBasis>
