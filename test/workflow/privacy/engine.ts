// An engine of the operator's own that sees a person in every picture, and tells whoever listens what it saw.
import { ImageUnreadable } from '#src/biometrics/wire/engine-errors.ts'
import type { DocumentReading, Engines } from '#src/biometrics/engines/port.ts'
import { ownThresholds } from '#src/biometrics/engines/rules.ts'
import { makeFace, makeReading } from '#test/support/biometrics/engines.ts'
import { startWireServer, type WireServer } from '#test/support/servers/engine.ts'

export type PrivacyEngine = {
  readonly server: WireServer
  readonly token: string
  /** Every picture that it was sent: upright, without metadata, and not sealed any more. */
  readonly seen: Uint8Array[]
  /** What the next calls fail by, once each; those about faces apart from those about documents. */
  readonly failures: { readonly faces: Error[]; readonly documents: Error[] }
}

/** As it stands on a document that is not the one of the transaction. */
export const printed: DocumentReading['fields'] = {
  nome: 'HERMENGARDA ZIBELINA CUNEGUNDES',
  filiacao1: 'EUFRASIO CUNEGUNDES',
  filiacao2: 'DOROTEIA ZIBELINA',
  dataNascimento: '29/02/1976',
  dataExpedicao: '30/12/2011',
  numeroCPF: '583.917.246-46',
  txtRegistroCivil: '83.640.917-X',
  txtOrgExpedidor: 'SSP',
  txtUnidadeFederativa: 'AC',
  txtNaturalidade: 'XAPURI DOS CUNEGUNDES - AC',
  numeroTituloEleitor: '908172635449',
}

/** Written with all their digits. */
export const embedding = Float32Array.from({ length: 128 }, (_, at) => Math.sin(at + 0.73) / 11)

export async function startPrivacyEngine(): Promise<PrivacyEngine> {
  const seen: Uint8Array[] = []
  const failures = { faces: [] as Error[], documents: [] as Error[] }
  const token = 'bearer-of-the-engine-4f8d1b'
  const look = (images: readonly Uint8Array[], of: keyof typeof failures = 'faces') => {
    seen.push(...images)
    const failure = failures[of].shift()
    if (failure) throw failure
  }
  const face = makeFace(-3, 0, { embedding })
  const engines: Engines = {
    face: {
      modelId: 'private',
      async analyse(images) {
        look(images)
        return { images: images.map(() => [face]) }
      },
      async portrait(image) {
        look([image])
        return { box: face.box, score: 0.9, embedding, confirmed: true }
      },
    },
    ocr: {
      modelId: 'private',
      async read(image) {
        look([image], 'documents')
        return makeReading({ fields: printed })
      },
    },
    thresholds: ownThresholds,
  }
  return { server: await startWireServer(engines, token), token, seen, failures }
}

/** In words that nobody may repeat. */
export const failed = new Error(`no memory for ${printed.nome}, ${printed.numeroCPF}`)
export const undecodable = new ImageUnreadable('damaged')
