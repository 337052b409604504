// Runs the layers of the tiny detector with bias and activation in one step, and frees each as soon as the next one has
// read it. The library keeps every step until the end, which takes 250 MB for one document.
import type { FaceApi, Separable, Tensor, Tensorflow } from './libraries.ts'

const slope = 0.1
const separable = ['conv1', 'conv2', 'conv3', 'conv4', 'conv5'] as const

/** Replaces the library's detector by this one. */
export function slimDetector(tf: Tensorflow, { nets }: FaceApi): void {
  nets.tinyFaceDetector.runMobilenet = (x, params) => {
    let out = pool(tf, convolve(tf, x, params.conv0.filters, params.conv0.bias), 2)
    for (const [at, layer] of separable.entries()) {
      const wide = separate(tf, out, params[layer])
      out.dispose()
      out = pool(tf, wide, at === separable.length - 1 ? 1 : 2)
    }
    const { filters, bias } = params.conv8
    return tf.tidy(() => tf.add(tf.conv2d(out, filters, 1, 'valid'), bias))
  }
}

function convolve(tf: Tensorflow, x: Tensor, filter: Tensor, bias: Tensor): Tensor {
  const activation = { activation: 'leakyrelu', leakyreluAlpha: slope } as const
  return tf.fused.conv2d({ x, filter, bias, strides: 1, pad: 'valid', ...activation })
}

function separate(tf: Tensorflow, x: Tensor, layer: Separable): Tensor {
  const deep = tf.depthwiseConv2d(x, layer.depthwise_filter, 1, 'same')
  try {
    return convolve(tf, deep, layer.pointwise_filter, layer.bias)
  } finally {
    deep.dispose()
  }
}

/** Pools to half the size, or in steps of one; frees its input. */
function pool(tf: Tensorflow, x: Tensor, step: 1 | 2): Tensor {
  const out = tf.maxPool(x, 2, step, 'same')
  x.dispose()
  return out
}
