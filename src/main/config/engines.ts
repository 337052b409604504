// Reads the configuration of the engines from the environment.
import { z } from 'zod'

const threads = z.coerce.number().int().min(1).max(64)
const distance = z.coerce.number().positive().max(100)

export const engineFields = {
  /** Whether there are engines for faces and documents; without them, operations that need one answer 503. */
  ENGINES: z.stringbool().default(true),
  /** The tasks that one engine process handles at once, of faces and of documents each. */
  ENGINE_SLOTS: z.coerce.number().int().min(1).max(100).default(3),
  /** The threads for each; a busy one takes a processor, and 300 to 650 MB. */
  ENGINE_FACE_THREADS: threads.default(1),
  ENGINE_DOCUMENT_THREADS: threads.default(1),
  /** Whether the value `live` is computed; its model has no licence. */
  ENGINE_LIVENESS_MODEL: z.stringbool().default(false),
  /** Distances between faces, from `tools/calibration`: up to the first the same person, up to the second unsure. */
  FACE_MATCH: distance.default(0.5),
  FACE_REVIEW: distance.default(0.6),
  /** The operator’s own engines in place of these, their bearer token, and the name of their models in results. */
  ENGINE_FACE_URL: z.url({ protocol: /^https?$/ }).optional(),
  ENGINE_DOCUMENT_URL: z.url({ protocol: /^https?$/ }).optional(),
  ENGINE_TOKEN: z.string().optional(),
  ENGINE_MODEL: z.string().min(1).max(100).default('operator'),
}
