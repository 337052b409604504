// Determines the head’s pose with the library Human, which is loaded from our own server when the camera step begins.
import type { Box } from '../camera/covering.ts'

/**
 * `faces` is the number of faces; the other values are those of the largest. `yaw` is in degrees, negative towards the
 * person’s own left; `box` is its position in the picture.
 */
export type Pose = {
  readonly faces: number
  readonly yaw: number
  readonly share: number
  readonly box?: Box
}

type Result = {
  readonly error: string | null
  readonly face: readonly {
    readonly box: readonly [number, number, number, number]
    readonly rotation: { readonly angle: { readonly yaw: number } } | null
  }[]
}
export type Human = { load(): Promise<void>; detect(input: unknown): Promise<Result> }
type Library = { readonly Human: new (config: object) => Human }

const off = { enabled: false }

/** The loaded libraries by their folder. */
const loaded = new Map<string, Promise<Human>>()

/**
 * Loads the library once per page. Rejects when it cannot be loaded: the page then offers the alternatives, and a later
 * call tries again.
 */
export function loadHuman(folder: string): Promise<Human> {
  const known = loaded.get(folder)
  if (known) return known
  const loading = load(folder)
  loaded.set(folder, loading)
  loading.catch(() => loaded.delete(folder))
  return loading
}

async function load(folder: string): Promise<Human> {
  // Served by us under a name that contains its content hash.
  const library = (await import(
    /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ `${folder}/human.esm.js`
  )) as Library
  const human = new library.Human({
    backend: 'wasm',
    wasmPath: `${folder}/`,
    modelBasePath: `${folder}/`,
    async: true,
    warmup: 'none',
    debug: false,
    cacheSensitivity: 0,
    filter: off,
    gesture: off,
    body: off,
    hand: off,
    object: off,
    segmentation: off,
    face: {
      enabled: true,
      detector: { rotation: false, maxDetected: 2, minConfidence: 0.3, skipFrames: 0, skipTime: 0 },
      mesh: { enabled: true },
      iris: off,
      emotion: off,
      description: off,
      antispoof: off,
      liveness: off,
    },
  })
  await human.load()
  return human
}

/** Analyses one frame, which is also the picture that is sent, because the head moves on during the analysis. */
export async function readPose(human: Human, frame: HTMLCanvasElement): Promise<Pose> {
  const { face } = await human.detect(frame)
  const sizes = face.map(({ box }) => box[2] * box[3])
  const largest = face[sizes.indexOf(Math.max(...sizes))]
  const yaw = ((largest?.rotation?.angle.yaw ?? Number.NaN) * 180) / Math.PI
  const share = largest ? largest.box[2] / Math.max(1, frame.width) : 0
  if (!largest) return { faces: face.length, yaw, share }
  const [x, y, width, height] = largest.box
  return { faces: face.length, yaw, share, box: { x, y, width, height } }
}
