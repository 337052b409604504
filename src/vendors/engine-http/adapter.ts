// Calls engines of the operator over HTTP. A repeated request costs only time, so anything but an answer is a technical
// failure, and the task is tried again.
import type { z } from 'zod'
import { engineAway, engineBusy, ImageUnreadable } from '#src/biometrics/wire/engine-errors.ts'
import type {
  DocumentOcr,
  EngineCall,
  Face,
  FaceEngine,
  Portrait,
} from '#src/biometrics/engines/port.ts'
import { exchange, type HttpLimits, readJson } from '#src/journey/calls/http.ts'
import { AnalyseAnswer, PortraitAnswer, ReadAnswer, toForm, Unreadable } from './wire.ts'

export type HttpEngineOptions = {
  /** The base of the operations' URLs. */
  readonly url: string
  readonly modelId: string
  readonly token?: string | undefined
  readonly limits?: HttpLimits
}

const ownLimits: HttpLimits = { connectMs: 3_000, totalMs: 25_000, bodyBytesMax: 4 * 1024 * 1024 }

export function createHttpFaces(options: HttpEngineOptions): FaceEngine {
  return {
    modelId: options.modelId,
    async analyse(images, call) {
      const answer = await ask(
        options,
        { operation: 'analyse', schema: AnalyseAnswer },
        toForm(images),
        call,
      )
      // With another number of results, one picture could get the result of another.
      if (answer.images.length !== images.length) throw engineAway()
      return { ...answer, images: answer.images.map(({ faces }) => faces.map(toFace)) }
    },
    async portrait(document, call = {}) {
      const fields = call.turn === undefined ? {} : { turn: String(call.turn) }
      const form = toForm([document], fields)
      const { portrait } = await ask(
        options,
        { operation: 'portrait', schema: PortraitAnswer },
        form,
        call,
      )
      return portrait ? toPortrait(portrait) : undefined
    },
  }
}

export const createHttpDocuments = (options: HttpEngineOptions): DocumentOcr => ({
  modelId: options.modelId,
  read: (image, call) =>
    ask(options, { operation: 'read', schema: ReadAnswer }, toForm([image]), call),
})

async function ask<Answer extends z.ZodType>(
  { url, token, limits = ownLimits }: HttpEngineOptions,
  { operation, schema }: { readonly operation: string; readonly schema: Answer },
  { body, type }: { readonly body: Buffer; readonly type: string },
  { signal = new AbortController().signal }: EngineCall = {},
): Promise<z.output<Answer>> {
  const outcome = await exchange(
    {
      method: 'POST',
      url: new URL(operation, url.endsWith('/') ? url : `${url}/`),
      headers: {
        'content-type': type,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body,
      signal,
    },
    limits,
  )
  signal.throwIfAborted()
  if (outcome.kind !== 'answer') throw engineAway()
  if (outcome.status === 429 || outcome.status === 503) throw engineBusy()
  const json = readJson(outcome.body)
  const unreadable = outcome.status === 422 ? Unreadable.safeParse(json).data : undefined
  if (unreadable) throw new ImageUnreadable(unreadable.reason, unreadable.index)
  // The error must contain neither what was sent nor what came back.
  const answer = outcome.status === 200 ? schema.safeParse(json).data : undefined
  if (answer === undefined) throw engineAway()
  return answer
}

type WireFace = z.output<typeof AnalyseAnswer>['images'][number]['faces'][number]
type WirePortrait = NonNullable<z.output<typeof PortraitAnswer>['portrait']>

const toFace = ({ embedding, ...face }: WireFace): Face => ({
  ...face,
  ...(embedding && { embedding: Float32Array.from(embedding) }),
})

const toPortrait = ({ embedding, ...portrait }: WirePortrait): Portrait => ({
  ...portrait,
  embedding: Float32Array.from(embedding),
})
