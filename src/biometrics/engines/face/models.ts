// Loads the models for faces from the files in their packages. Their default builds need native code; these share one
// TensorFlow in WebAssembly, which uses one processor.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { slimDetector } from './slim.ts'
import type { Human, Tensor, Tensorflow, FaceApi } from './libraries.ts'

export type FaceModels = {
  readonly human: Human
  readonly faceApi: FaceApi
  /** Makes a tensor of a picture, and disposes of it however `use` ends. */
  readonly withTensor: <T>(pixels: Pixels, use: (tensor: Tensor) => Promise<T>) => Promise<T>
  /** The number of tensors in memory, which must not grow. */
  readonly countTensors: () => number
}

/** Three bytes a pixel: red, green, blue. */
export type Pixels = {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

const require = createRequire(import.meta.url)
const distOf = (name: string) => dirname(require.resolve(name))

export type FaceSettings = {
  /** The weights of `live` are loaded too. */
  readonly livenessModel: boolean
  /** The folders of the weights of each library; by default those of their packages. */
  readonly weights?: { readonly human: string; readonly faceApi: string } | undefined
}

/** The weights that the packages bring. */
export const packagedWeights = () => ({
  human: join(distOf('@vladmandic/human'), '..', 'models'),
  faceApi: join(distOf('@vladmandic/face-api'), '..', 'model'),
})

/** Called once per thread. */
export async function loadFaceModels({
  livenessModel,
  weights = packagedWeights(),
}: FaceSettings): Promise<FaceModels> {
  const libraries = openLibraries()
  const { tf } = libraries
  tf.io.registerLoadRouter((url) =>
    typeof url === 'string' && url.startsWith('file:') ? { load: () => readModel(url) } : null,
  )
  const human = libraries.createHuman(settings(livenessModel, weights.human))
  await human.load()
  // The other back end gives the same results thirty times more slowly.
  if (tf.getBackend() !== 'wasm') throw new Error('the WebAssembly back end is not in use')
  const { faceApi } = libraries
  for (const net of ['tinyFaceDetector', 'faceLandmark68Net', 'faceRecognitionNet'] as const)
    await faceApi.nets[net].loadFromDisk(weights.faceApi)
  slimDetector(tf, faceApi)
  return {
    human,
    faceApi,
    countTensors: () => tf.memory().numTensors,
    async withTensor({ data, width, height }, use) {
      const tensor = tf.tensor3d(data, [height, width, 3], 'int32')
      try {
        return await use(tensor)
      } finally {
        tensor.dispose()
      }
    },
  }
}

/** Safe because the versions are exact, and the tests of the real engines use these shapes. */
function openLibraries() {
  const tf = require('@tensorflow/tfjs') as Tensorflow
  require('@tensorflow/tfjs-backend-wasm')
  // Required by path, because the packages' entries would choose another build.
  const { Human: HumanClass } = require(
    join(distOf('@vladmandic/human'), 'human.node-wasm.js'),
  ) as {
    Human: new (config: object) => Human
  }
  const faceApi = require(join(distOf('@vladmandic/face-api'), 'face-api.node-wasm.js')) as FaceApi
  return { tf, faceApi, createHuman: (config: object) => new HumanClass(config) }
}

function settings(livenessModel: boolean, folder: string) {
  const off = { enabled: false }
  // The libraries keep caches across calls for videos, by which one person would get the result of another's picture.
  const fresh = { enabled: true, skipFrames: 0, skipTime: 0 }
  const uncached = { cacheSensitivity: 0, skipAllowed: false, cacheModels: false }
  return {
    backend: 'wasm',
    wasmPath: distOf('@tensorflow/tfjs-backend-wasm') + sep,
    modelBasePath: pathToFileURL(folder).href,
    async: false,
    warmup: 'none',
    softwareKernels: true,
    debug: false,
    ...uncached,
    filter: off,
    gesture: off,
    body: off,
    hand: off,
    object: off,
    segmentation: off,
    face: {
      enabled: true,
      mesh: { enabled: true },
      detector: { ...fresh, rotation: true, square: true, maxDetected: 5, minConfidence: 0.3 },
      liveness: livenessModel ? fresh : off,
      iris: off,
      emotion: off,
      description: off,
      antispoof: off,
    },
  }
}

type Manifest = {
  readonly modelTopology: object
  readonly format: string
  readonly signature: object
  readonly weightsManifest: readonly {
    readonly paths: readonly string[]
    readonly weights: object[]
  }[]
}

async function readModel(url: string): Promise<object> {
  // Safe because the file belongs to a package of an exact version.
  const manifest = JSON.parse(await readFile(new URL(url), 'utf8')) as Manifest
  const groups = manifest.weightsManifest
  const parts = await Promise.all(
    groups.flatMap(({ paths }) => paths).map((path) => readFile(new URL(path, url))),
  )
  return {
    modelTopology: manifest.modelTopology,
    format: manifest.format,
    signature: manifest.signature,
    weightSpecs: groups.flatMap(({ weights }) => weights),
    weightData: Uint8Array.from(Buffer.concat(parts)).buffer,
  }
}
