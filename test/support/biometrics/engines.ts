// Engines that answer as a test scripts, and engine tasks run by hand, without Temporal and without models.
import type {
  Analysis,
  Engines,
  Face,
  Portrait,
  DocumentReading,
} from '#src/biometrics/engines/port.ts'
import { ownThresholds } from '#src/biometrics/engines/rules.ts'
import { engineHosts } from '#src/biometrics/examinations/table.ts'
import { runEngineTask } from '#src/journey/commit/run-task.ts'
import type { AllDeps } from '#src/main/capability.ts'
import { capabilities } from '#src/main/capabilities.ts'
import type { Db } from '#src/platform/db/client.ts'
import { newId } from '#src/platform/ids.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { eq } from 'drizzle-orm'

/** A face turned `yaw` degrees aside; `person` selects the embedding. */
export function makeFace(yaw: number, person = 0, changed: Partial<Face> = {}): Face {
  const embedding = new Float32Array(4)
  embedding[person] = 1
  return {
    box: [0.3, 0.2, 0.4, 0.5],
    pixels: 200,
    faceScore: 0.99,
    live: 0.95,
    yaw,
    pitch: 0,
    roll: 0,
    embedding,
    ...changed,
  }
}

export const makePortrait = (person = 0, confirmed = true): Portrait => ({
  box: [0.1, 0.1, 0.2, 0.3],
  score: 0.9,
  embedding: makeFace(0, person).embedding ?? new Float32Array(4),
  confirmed,
})

export function makeReading(changed: Partial<DocumentReading> = {}): DocumentReading {
  return {
    documentType: 'RG',
    side: 'front',
    fields: {
      nome: 'ANA EXEMPLO',
      filiacao1: 'JOAO EXEMPLO',
      filiacao2: 'MARIA EXEMPLO',
      dataNascimento: '17/05/1990',
      dataExpedicao: '10/03/2020',
      numeroCPF: '529.982.247-25',
      txtRegistroCivil: '12.345.678-9',
      txtOrgExpedidor: 'SSP',
      txtUnidadeFederativa: 'SP',
      txtNaturalidade: 'SAO PAULO - SP',
      numeroTituloEleitor: '012345678901',
    },
    fieldsExpected: 11,
    isCpfLabelled: true,
    confidence: 92,
    turn: 0,
    ...changed,
  }
}

/** The answers of the next calls; a function is called, and may throw. */
export type Script = {
  faces: Face[][] | (() => Face[][])
  /** The face engine’s own name and its judgement of an attack. */
  said?: Pick<Analysis, 'engine' | 'attack'>
  portrait: Portrait | undefined
  reading: DocumentReading | (() => DocumentReading)
}

export type Scripted = { readonly engines: Engines; readonly script: Script }

export function scriptedEngines(): Scripted {
  const script: Script = { faces: [], portrait: undefined, reading: makeReading() }
  const engines: Engines = {
    face: {
      modelId: 'scripted',
      analyse: async (images) => {
        const faces = typeof script.faces === 'function' ? script.faces() : script.faces
        const found = images.map((_, at) => faces[at] ?? faces[0] ?? [])
        return { images: found, ...script.said }
      },
      portrait: async () => script.portrait,
    },
    ocr: {
      modelId: 'scripted',
      read: async () => (typeof script.reading === 'function' ? script.reading() : script.reading),
    },
    thresholds: ownThresholds,
  }
  return { engines, script }
}

/** Inserts a worker with engines that requests see as alive for an hour. */
export async function standByEngines(db: Db): Promise<void> {
  await db.insert(engineHosts).values({ id: newId(), seenAt: new Date(Date.now() + 3_600_000) })
}

/** Runs every engine task of a transaction that is open now. */
export async function runEngineTasks(deps: AllDeps, id: string): Promise<void> {
  const definitions = capabilities.flatMap(({ tasks }) => tasks?.(deps) ?? [])
  const [row] = await deps.db
    .select({ agenda: transactions.agenda })
    .from(transactions)
    .where(eq(transactions.id, id))
  for (const { key, task, lane } of row?.agenda ?? []) {
    const definition = definitions.find(({ name }) => name === task)
    if (lane === 'engine' && definition)
      await runEngineTask(deps, definition, { id, key }, AbortSignal.timeout(10_000))
  }
}

/** Runs engine tasks as a worker would until the request is answered. */
export async function whileWorking<T>(deps: AllDeps, id: string, request: Promise<T>): Promise<T> {
  let isDone = false
  const ended = request.finally(() => (isDone = true))
  while (!isDone) {
    if (await findById(deps.db, id)) await runEngineTasks(deps, id)
    await Promise.race([ended.catch(() => undefined), new Promise((go) => setTimeout(go, 20))])
  }
  return ended
}
