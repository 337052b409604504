// The built-in engines: models from packages that run on this machine's processors, in threads of the calling process.
// Nothing is loaded before the first call.
import type { Read } from './document/read.ts'
import type { DocumentWorkerData } from './document/worker.ts'
import type { FaceWorkerData } from './face/worker.ts'
import { type Budget, createPool, EngineSlow, type Limits, type Pool } from './pool.ts'
import type { DocumentOcr, DocumentReading, EngineCall, EngineName, Engines, Face, FaceEngine, Rotation } from './port.ts' // prettier-ignore
import { nothingRead, ownThresholds, standsUpright, turnsFrom } from './rules.ts'
import type { FaceThresholds } from './port.ts'

export type EngineSettings = {
  /** The number of threads for faces and for documents; each takes 300 to 650 MB. */
  readonly faceThreads: number
  readonly documentThreads: number
  /** The most waiting calls of each kind; further ones are refused as busy. */
  readonly waitingMax: number
  /**
   * Whether `live` is measured. It is off by default, because its model has no licence and sees little more than
   * colour.
   */
  readonly livenessModel: boolean
  readonly thresholds?: FaceThresholds
  readonly readLimits?: Limits
  /** Used instead of the packages' weights. */
  readonly weights?: EngineWeights
}

/** The folders with the weights for faces, and the model's file for letters. */
export type EngineWeights = {
  readonly faces?: FaceWorkerData['weights']
  readonly letters?: string
}

/** The limits of a call with up to ten pictures, or with the frames of a challenge. */
const faceLimits: Limits = { processorMs: 25_000, clockMs: 45_000 }
/**
 * A document takes some two seconds of processor time; what is not read within this limit is grain, gravel or a page of
 * print.
 */
const ownReadLimits: Limits = { processorMs: 8_000, clockMs: 40_000 }

export type OwnEngines = Engines & {
  /** Resolves once every model of the requested kinds has answered; throws if one does not. */
  warm(which?: { readonly faces?: boolean; readonly documents?: boolean }): Promise<void>
  close(): Promise<void>
}

export function createEngines(settings: EngineSettings): OwnEngines {
  const { faceThreads, documentThreads, waitingMax, livenessModel } = settings
  const { readLimits: limits = ownReadLimits } = settings
  const faces = createPool({
    file: new URL('face/worker.ts', import.meta.url),
    threads: faceThreads,
    waitingMax,
    limits: faceLimits,
    first: 'warm',
    data: { livenessModel, weights: settings.weights?.faces } satisfies FaceWorkerData,
  })
  const documents = createPool({
    file: new URL('document/worker.ts', import.meta.url),
    threads: documentThreads,
    waitingMax,
    limits,
    first: 'warm',
    data: { letters: settings.weights?.letters } satisfies DocumentWorkerData,
  })
  return {
    face: faceEngine(faces),
    ocr: documentOcr({ documents, faces, limits }),
    thresholds: settings.thresholds ?? ownThresholds,
    async warm({ faces: withFaces = true, documents: withDocuments = true } = {}) {
      await Promise.all([withFaces && faces.warm(), withDocuments && documents.warm()])
    },
    async close() {
      await Promise.all([faces.close(), documents.close()])
    },
  }
}

const faceEngine = (pool: Pool): FaceEngine => ({
  modelId: 'human-3.3.6-dlib-resnet-1-level',
  analyse: async (images, call) => ({
    images: await pool.run<Face[][]>('analyse', { images }, call),
    engine: { name: 'human', version: '3.3.6' },
  }),
  portrait: (image, { signal, tenant, turn, area, card } = {}) =>
    pool.run('portrait', { image, turn, area, card }, { signal, tenant }),
})

type Pools = { readonly documents: Pool; readonly faces: Pool; readonly limits: Limits }

const documentOcr = (pools: Pools): DocumentOcr => ({
  modelId: 'tesseract-7.0.0-por-best-int',
  async read(image, { signal, tenant } = {}) {
    try {
      return { ...(await readUpright(pools, image, { signal, tenant })), engine: reader }
    } catch (error) {
      if (error instanceof EngineSlow) return { ...unread, engine: reader }
      throw error
    }
  },
})

const reader: EngineName = { name: 'tesseract', version: '7.0.0' }

/** All rotations of a picture share the time of one reading. */
async function readUpright(
  { documents, faces, limits }: Pools,
  image: Uint8Array,
  call: EngineCall,
): Promise<DocumentReading> {
  const budget: Budget = { ...limits }
  const readRotated = (turn: Rotation) =>
    documents.run<Read>('read', { image, turn }, { ...call, budget })
  const upright = await readRotated(0)
  if (standsUpright(upright) || upright.isUnread) return toReading(upright, 0)
  // Hardly anything was read, so the picture may lie on its side or on its head, which its portrait shows.
  const shown = await faces.run<Rotation | undefined>('uprightTurn', { image }, call)
  let most: { readonly read: Read; readonly turn: Rotation } = { read: upright, turn: 0 }
  for (const turn of turnsFrom(shown)) {
    const read = await readRotated(turn).catch(orNothing)
    if (!read) break
    if (read.labels > most.read.labels) most = { read, turn }
    if (standsUpright(read)) break
  }
  return toReading(most.read, most.turn)
}

/** When the time is used up, the rotations that were read before still count. */
function orNothing(error: unknown): undefined {
  if (!(error instanceof EngineSlow)) throw error
}

/**
 * The result for a picture that takes too much processor time: nothing is known of it, and other calls are not delayed.
 */
const unread: DocumentReading = { ...nothingRead, isUnread: true }

const toReading = ({ labels: _labels, ...reading }: Read, turn: Rotation): DocumentReading => ({
  ...reading,
  turn,
})
