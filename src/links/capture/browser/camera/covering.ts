// Converts between positions in a video that covers the screen and positions on the screen. Pure.

export type Size = { readonly width: number; readonly height: number }
export type Box = Size & { readonly x: number; readonly y: number }

/** The scale of `object-fit: cover`. */
function scaleOf(video: Size, screen: Size): number {
  return Math.max(screen.width / video.width, screen.height / video.height)
}

/** The frame in pixels of the video, clipped to it. `margin` enlarges the frame; 1 keeps it. */
export function cutOf(video: Size, screen: Size, frame: Box, margin = 1): Box {
  const scale = scaleOf(video, screen)
  const width = Math.min(video.width, (frame.width * margin) / scale)
  const height = Math.min(video.height, (frame.height * margin) / scale)
  const middle = {
    x: (frame.x + frame.width / 2 - screen.width / 2) / scale + video.width / 2,
    y: (frame.y + frame.height / 2 - screen.height / 2) / scale + video.height / 2,
  }
  return {
    x: clamp(middle.x - width / 2, video.width - width),
    y: clamp(middle.y - height / 2, video.height - height),
    width,
    height,
  }
}

const clamp = (value: number, most: number): number => Math.min(Math.max(0, value), most)

/** The position on the screen of a box in the video. */
export function placeOf(video: Size, screen: Size, box: Box, isMirrored: boolean): Box {
  const scale = scaleOf(video, screen)
  const width = box.width * scale
  const x = (box.x - video.width / 2) * scale + screen.width / 2
  return {
    x: isMirrored ? screen.width - x - width : x,
    y: (box.y - video.height / 2) * scale + screen.height / 2,
    width,
    height: box.height * scale,
  }
}

export type Placement = 'in' | 'closer' | 'farther' | 'centre'

/**
 * Limits for a face in the oval: its least and greatest width, and its distance from the middle, as shares of the oval.
 */
const [narrowest, widest, farthest] = [0.35, 1.35, 0.6]
/** The face detector draws its box larger than the face. */
const drawnLarger = 1.4

export function placementOf(face: Box, oval: Box): Placement {
  const width = face.width / drawnLarger
  if (width < narrowest * oval.width) return 'closer'
  if (width > widest * oval.width) return 'farther'
  const across = face.x + face.width / 2 - (oval.x + oval.width / 2)
  const down = face.y + face.height / 2 - (oval.y + oval.height / 2)
  const off = Math.hypot(across / (oval.width / 2), down / (oval.height / 2))
  return off > farthest ? 'centre' : 'in'
}

/** Enlarges a tiny frame: on a screen full of text no face would be small enough for it. */
export function atLeast({ x, y, width, height }: Box, least: number): Box {
  const grown = Math.max(1, least / Math.max(1, height))
  return {
    x: x + (width * (1 - grown)) / 2,
    y: y + (height * (1 - grown)) / 2,
    width: width * grown,
    height: height * grown,
  }
}
