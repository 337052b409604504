// The engines that come with the service: models from packages, on this machine's processors, in threads of the
// process that calls them. Nothing is loaded before the first call.
import type { Read } from './document/read.ts'
import type { FaceWorkerData } from './face/worker.ts'
import { createPool, EngineSlow, type Pool } from './pool.ts'
import type { DocumentOcr, DocumentReading, Engines, FaceEngine, Rotation } from './port.ts'
import { type FaceThresholds, ownThresholds } from './rules.ts'

export type EngineSettings = {
  /** Threads for faces and for documents; each takes 300 to 650 MB. */
  readonly faceThreads: number
  readonly documentThreads: number
  /** How many calls of each kind may wait; one more is refused as busy. */
  readonly waitingMax: number
  /** Whether `live` is measured: its model has no licence, and sees little more than colour. */
  readonly livenessModel: boolean
  readonly thresholds?: FaceThresholds
  readonly readLimitMs?: number
}

/** Up to ten pictures of one call, or the frames of a challenge. */
const facesLimitMs = 25_000
/** What is not read by then has no document in it, but grain, gravel or a page of print. */
const readLimitMs = 8_000

export type OwnEngines = Engines & {
  /** Loads the models of one thread of each kind that is asked for: throws where something is missing. */
  warm(which?: { readonly faces?: boolean; readonly documents?: boolean }): Promise<void>
  close(): Promise<void>
}

export function createEngines(settings: EngineSettings): OwnEngines {
  const { faceThreads, documentThreads, waitingMax, livenessModel } = settings
  const faces = createPool({
    file: new URL('face/worker.ts', import.meta.url),
    threads: faceThreads,
    waitingMax,
    limitMs: facesLimitMs,
    data: { livenessModel } satisfies FaceWorkerData,
  })
  const documents = createPool({
    file: new URL('document/worker.ts', import.meta.url),
    threads: documentThreads,
    waitingMax,
    limitMs: settings.readLimitMs ?? readLimitMs,
  })
  return {
    face: faceEngine(faces),
    ocr: documentOcr(documents, faces),
    thresholds: settings.thresholds ?? ownThresholds,
    async warm({ faces: withFaces = true, documents: withDocuments = true } = {}) {
      await Promise.all([
        withFaces && faces.run('warm', {}),
        withDocuments && documents.run('warm', {}),
      ])
    },
    async close() {
      await Promise.all([faces.close(), documents.close()])
    },
  }
}

const faceEngine = (pool: Pool): FaceEngine => ({
  modelId: 'human-3.3.6-dlib-resnet-1-level',
  analyse: (images, { signal } = {}) => pool.run('analyse', { images }, signal),
  portrait: (image, { signal, turn, area } = {}) =>
    pool.run('portrait', { image, turn, area }, signal),
})

function documentOcr(pool: Pool, faces: Pool): DocumentOcr {
  const readRotated = (image: Uint8Array, turn: Rotation, signal: AbortSignal | undefined) =>
    pool.run<Read>('read', { image, turn }, signal)
  return {
    modelId: 'tesseract-7.0.0-por-best-int',
    async read(image, { signal } = {}) {
      try {
        return await readUpright(image, signal)
      } catch (error) {
        if (error instanceof EngineSlow) return unread
        throw error
      }
    },
  }

  async function readUpright(
    image: Uint8Array,
    signal: AbortSignal | undefined,
  ): Promise<DocumentReading> {
    const upright = await readRotated(image, 0, signal)
    if (upright.labels > 0) return toReading(upright, 0)
    // Nothing to be read: it lies on its side or on its head, which a portrait on it shows.
    const shown = await faces.run<Rotation | undefined>('uprightTurn', { image }, signal)
    const rotations: readonly Rotation[] = shown === undefined ? [90, 270, 180] : [shown]
    for (const turn of rotations) {
      if (turn === 0) continue
      const parsed = await readRotated(image, turn, signal)
      if (parsed.labels > 0) return toReading(parsed, turn)
    }
    return toReading(upright, 0)
  }
}

/** Of a picture that took too long: nothing is known of it, and it is for nobody else to wait. */
const unread: DocumentReading = {
  documentType: 'UNKNOWN',
  side: 'unknown',
  fields: {
    nome: '',
    filiacao1: '',
    filiacao2: '',
    dataNascimento: '',
    dataExpedicao: '',
    numeroCPF: '',
    txtRegistroCivil: '',
    txtOrgExpedidor: '',
    txtUnidadeFederativa: '',
    txtNaturalidade: '',
    numeroTituloEleitor: '',
  },
  fieldsExpected: 0,
  isCpfLabelled: false,
  confidence: 0,
  turn: 0,
}

const toReading = ({ labels: _labels, ...reading }: Read, turn: Rotation): DocumentReading => ({
  ...reading,
  turn,
})
