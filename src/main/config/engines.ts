// Reads the configuration of the engines from the environment.
import { z } from 'zod'

const threads = z.coerce.number().int().min(1).max(64)
const distance = z.coerce.number().positive().max(100)

export const engineFields = {
  /** Whether there are engines for faces and documents; off: what needs them answers 503. */
  ENGINES: z.stringbool().default(true),
  /** How many of their tasks one engine process looks at: so many of faces, so many of documents. */
  ENGINE_SLOTS: z.coerce.number().int().min(1).max(100).default(3),
  /** Each takes a processor while it works, and 300 to 650 MB. */
  ENGINE_FACE_THREADS: threads.default(1),
  ENGINE_DOCUMENT_THREADS: threads.default(1),
  /** Whether `live` is measured: the weights come without a licence. */
  ENGINE_LIVENESS_MODEL: z.stringbool().default(false),
  /** Distances of faces, as `tools/calibration` finds them: up to here the same person, up to here unsure. */
  FACE_MATCH: distance.default(0.5),
  FACE_REVIEW: distance.default(0.6),
  /** Engines of the operator's own instead of these, their bearer credential, and how results name their models. */
  ENGINE_FACE_URL: z.url({ protocol: /^https?$/ }).optional(),
  ENGINE_DOCUMENT_URL: z.url({ protocol: /^https?$/ }).optional(),
  ENGINE_TOKEN: z.string().optional(),
  ENGINE_MODEL: z.string().min(1).max(100).default('operator'),
}
