// Where on the screen a part of the video is shown that covers it, and which part of the video a frame on the screen
// holds. Pure.

export type Size = { readonly width: number; readonly height: number }
export type Box = Size & { readonly x: number; readonly y: number }

/** As `object-fit: cover` does it. */
function scaleOf(video: Size, screen: Size): number {
  return Math.max(screen.width / video.width, screen.height / video.height)
}

/** The frame in pixels of the video, never outside of it. `margin`: how much more than the frame, 1 is nothing. */
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

/** A box of the video where it stands on the screen. */
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

/** A face against the oval: how wide it may be, and how far from the middle, as shares of the oval. */
const [narrowest, widest, farthest] = [0.35, 1.35, 0.6]
/** What finds faces draws its box larger than they are. */
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

/** On a screen that is all texts the frame is tiny, and no face could be small enough: a larger one counts there. */
export function atLeast({ x, y, width, height }: Box, least: number): Box {
  const grown = Math.max(1, least / Math.max(1, height))
  return {
    x: x + (width * (1 - grown)) / 2,
    y: y + (height * (1 - grown)) / 2,
    width: width * grown,
    height: height * grown,
  }
}
