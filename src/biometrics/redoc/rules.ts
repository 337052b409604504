/** How a pack names this module. */
export const aiDocs = { key: 'aiDocs' } as const

/** In the order of their codes, from 0. */
export const documentTypes = ['UNKNOWN', 'RG', 'CNH', 'CIN', 'PASSPORT', 'CRNM'] as const
export const results = ['Aprovado', 'Inconclusivo', 'Reprovado'] as const
