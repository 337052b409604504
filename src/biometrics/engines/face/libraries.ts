// The parts of the face libraries that are used, typed here because their own types need those of the browser.

export type Tensor = { dispose(): void }

export type Tensorflow = {
  readonly io: {
    registerLoadRouter(route: (url: string | string[]) => { load(): Promise<object> } | null): void
  }
  getBackend(): string
  memory(): { readonly numTensors: number }
  tensor3d(values: Uint8Array, shape: [number, number, number], type: 'int32'): Tensor
}

export type Human = {
  load(): Promise<void>
  detect(image: Tensor): Promise<{ readonly error: string | null; readonly face: HumanFace[] }>
}

/** Angles in radians, the box in pixels. */
export type HumanFace = {
  readonly box: readonly [number, number, number, number]
  readonly faceScore: number
  readonly live?: number
  readonly rotation?: {
    readonly angle: { readonly yaw: number; readonly pitch: number; readonly roll: number }
  } | null
}

type Net = { loadFromDisk(folder: string): Promise<void> }

export type FaceApi = {
  readonly nets: Readonly<
    Record<'tinyFaceDetector' | 'faceLandmark68Net' | 'faceRecognitionNet', Net>
  >
  readonly TinyFaceDetectorOptions: new (options: {
    readonly inputSize: number
    readonly scoreThreshold: number
  }) => object
  detectAllFaces(image: Tensor, options: object): Detections
}

/** A promise of what was found, that can be asked for more before it is awaited. */
type Detections = PromiseLike<FoundFace[]> & {
  withFaceLandmarks(): { withFaceDescriptors(): PromiseLike<DescribedFace[]> }
}

/** In pixels. */
export type FoundFace = {
  readonly score: number
  readonly box: {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }
}

export type DescribedFace = {
  readonly detection: FoundFace
  readonly descriptor: Float32Array
}
