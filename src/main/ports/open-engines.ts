// Opens the engines that the environment selects.
import type { z } from 'zod'
import { createEngines } from '#src/biometrics/engines/engines.ts'
import type { Engines } from '#src/biometrics/engines/port.ts'
import { thresholdsOf } from '#src/biometrics/engines/rules.ts'
import { createHttpDocuments, createHttpFaces } from '#src/vendors/engine-http/adapter.ts'
import type { engineFields } from '#src/main/config/engines.ts'

type EngineConfig = z.output<z.ZodObject<typeof engineFields>>

/** Many more than slots, because a waiting task holds no scarce resource. */
const waitingMax = 50

/** The engines, with what an engine process needs besides. */
export type ServiceEngines = Engines & {
  /** Loads the models of our own engines. */
  warm(): Promise<void>
}

/** Loads no models, because a process that never calls the engines needs none. */
export function openEngines(
  config: EngineConfig,
  parts: AsyncDisposableStack,
): ServiceEngines | undefined {
  if (!config.ENGINES) return undefined
  const { ENGINE_FACE_URL: faceUrl, ENGINE_DOCUMENT_URL: documentUrl } = config
  const own = createEngines({
    faceThreads: config.ENGINE_FACE_THREADS,
    documentThreads: config.ENGINE_DOCUMENT_THREADS,
    waitingMax,
    livenessModel: config.ENGINE_LIVENESS_MODEL,
    thresholds: thresholdsOf(config.FACE_MATCH, config.FACE_REVIEW),
  })
  parts.defer(() => own.close())
  const http = { modelId: config.ENGINE_MODEL, token: config.ENGINE_TOKEN }
  return {
    face: faceUrl === undefined ? own.face : createHttpFaces({ ...http, url: faceUrl }),
    ocr: documentUrl === undefined ? own.ocr : createHttpDocuments({ ...http, url: documentUrl }),
    thresholds: own.thresholds,
    // The document engine finds out with the face engine which way up a page is.
    warm: () =>
      own.warm({
        faces: faceUrl === undefined || documentUrl === undefined,
        documents: documentUrl === undefined,
      }),
  }
}
