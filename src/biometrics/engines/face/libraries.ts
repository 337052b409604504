// The parts of the face libraries that are used, typed here because the libraries' own types need those of the browser.

export type Tensor = { dispose(): void }

export type Tensorflow = {
  readonly io: {
    registerLoadRouter(route: (url: string | string[]) => { load(): Promise<object> } | null): void
  }
  getBackend(): string
  memory(): { readonly numTensors: number }
  tensor3d(values: Uint8Array, shape: [number, number, number], type: 'int32'): Tensor
  tidy(work: () => Tensor): Tensor
  add(one: Tensor, other: Tensor): Tensor
  conv2d(x: Tensor, filter: Tensor, strides: number, pad: 'valid'): Tensor
  depthwiseConv2d(x: Tensor, filter: Tensor, strides: number, pad: 'same'): Tensor
  maxPool(x: Tensor, size: number, strides: number, pad: 'same'): Tensor
  readonly fused: {
    conv2d(layer: {
      readonly x: Tensor
      readonly filter: Tensor
      readonly bias: Tensor
      readonly strides: number
      readonly pad: 'valid'
      readonly activation: 'leakyrelu'
      readonly leakyreluAlpha: number
    }): Tensor
  }
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
/** `runMobilenet` computes from the picture the tensor that holds the boxes of faces. */
type Detector = Net & { runMobilenet: (x: Tensor, params: DetectorParams) => Tensor }

export type FaceApi = {
  readonly nets: Readonly<Record<'faceLandmark68Net' | 'faceRecognitionNet', Net>> & {
    readonly tinyFaceDetector: Detector
  }
  readonly TinyFaceDetectorOptions: new (options: {
    readonly inputSize: number
    readonly scoreThreshold: number
  }) => object
  detectAllFaces(image: Tensor, options: object): Detections
}

/** A promise of the found faces, which can be extended before it is awaited. */
type Detections = PromiseLike<FoundFace[]> & {
  withFaceLandmarks(): PromiseLike<MarkedFace[]> & {
    withFaceDescriptors(): PromiseLike<DescribedFace[]>
  }
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

type Points = readonly { readonly x: number; readonly y: number }[]

/** The eyes at the left and right of the picture. */
export type MarkedFace = {
  readonly detection: FoundFace
  readonly landmarks: { getLeftEye(): Points; getRightEye(): Points }
}

export type DescribedFace = MarkedFace & { readonly descriptor: Float32Array }

/** The members have the library's names for the weights of its layers. */
export type DetectorParams = { readonly conv0: Full; readonly conv8: Full } & {
  readonly [layer in 'conv1' | 'conv2' | 'conv3' | 'conv4' | 'conv5']: Separable
}
type Full = { readonly filters: Tensor; readonly bias: Tensor }
export type Separable = {
  readonly depthwise_filter: Tensor
  readonly pointwise_filter: Tensor
  readonly bias: Tensor
}
