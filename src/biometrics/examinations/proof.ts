// Finds what the assurance of a document rests on: the signer of its file, or an official base's answer about its
// holder. Pure.
import type { Assurance } from '#src/biometrics/verdicts/documents.ts'
import type { SignatureVerdict } from '#src/biometrics/signed-files/rules.ts'
import type { OfficialWord, RedocResult } from './examination.ts'
import type { Examination } from './store.ts'

type Assured = Pick<RedocResult, 'assurance' | 'official'>

/** The issuer's signature on the file assures the document, whatever an official base answers. */
export const assuranceOf = ({ assurance, official }: Assured): Assurance =>
  assurance ?? (official?.verdict === 'agrees' ? 'official' : 'picture-only')

/** Codes such as `signer:11222333000181`: the signer of a signed file, or the answer of an official base. */
export function provenBy(
  { input }: Pick<Examination<'redoc'>, 'input'>,
  assured: Assured,
): string[] {
  switch (assuranceOf(assured)) {
    case 'signed':
      return input.file ? describeProof(input.file) : []
    case 'official':
      return assured.official ? describeOfficial(assured.official) : []
    case 'picture-only':
      return []
  }
}

export function describeProof(file: SignatureVerdict): string[] {
  if (file.outcome === 'unproven') return []
  const { signedAt, cnpj, policies, chain } = file.proof
  return [
    `signed-at:${signedAt}`,
    `signer:${cnpj}`,
    ...policies.map((policy) => `signer-policy:${policy}`),
    ...chain.map((sha256) => `certificate:${sha256}`),
  ]
}

export const describeOfficial = ({ sources, face, similarity, at }: OfficialWord): string[] => [
  ...sources.map((source) => `official-source:${source}`),
  ...(face ? [`official-face:${face}`] : []),
  ...(similarity === undefined ? [] : [`official-similarity:${similarity}`]),
  `official-at:${at}`,
]
