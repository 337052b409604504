// Moves what was filmed, as attackers do: flat prints in space, bent and stretched ones.
import type { Stage, Warp } from '../../test/support/biometrics/heads.ts'

export type Pose = {
  /** Degrees. */
  readonly yaw: number
  readonly pitch?: number
  readonly roll?: number
  /** So many times as near. */
  readonly near?: number
  /** In widths of the face. */
  readonly aside?: number
  /** Of a cylinder: in widths, one over its radius; about an axis so many degrees from upright. */
  readonly bend?: number
  readonly axis?: number
}

const distance = 3
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** A print that is turned, bent and moved in space before the camera. */
export function movePrint({ middle, width }: Stage, pose: Pose): Warp {
  const { yaw, pitch = 0, roll = 0, near = 1, aside = 0 } = pose
  const turn = turning(yaw, pitch, roll)
  return ({ x, y }) => {
    const [right, down] = [(x - middle.x) / width, (y - middle.y) / width]
    const bent = bendAt(pose, right, down)
    const [there, below, nearer] = turn(bent)
    const scale = (distance / (distance / near - nearer)) * width
    return { x: middle.x + aside * width + there * scale, y: middle.y + below * scale }
  }
}

type Point = readonly [right: number, down: number, near: number]

function turning(yaw: number, pitch: number, roll: number): (point: Point) => Point {
  const [sy, cy] = [Math.sin(radians(yaw)), Math.cos(radians(yaw))]
  const [sp, cp] = [Math.sin(radians(pitch)), Math.cos(radians(pitch))]
  const [sr, cr] = [Math.sin(radians(roll)), Math.cos(radians(roll))]
  return ([x, y, z]) => {
    const [x1, z1] = [x * cy + z * sy, z * cy - x * sy]
    const [y2, z2] = [y * cp + z1 * sp, z1 * cp - y * sp]
    return [x1 * cr - y2 * sr, x1 * sr + y2 * cr, z2]
  }
}

function bendAt({ bend = 0, axis = 0 }: Pose, right: number, down: number): Point {
  if (bend === 0) return [right, down, 0]
  const [sin, cos] = [Math.sin(radians(axis)), Math.cos(radians(axis))]
  const [across, along] = [right * cos + down * sin, down * cos - right * sin]
  const angle = Math.max(-1.3, Math.min(1.3, across * bend))
  const bent = Math.sin(angle) / bend
  return [bent * cos - along * sin, bent * sin + along * cos, (Math.cos(angle) - 1) / bend]
}

/** The halves beside the nose wider and narrower; `isSmooth`: without an edge between them. */
export function stretchHalves({ middle, width }: Stage, share: number, isSmooth: boolean): Warp {
  return ({ x, y }) => {
    const off = (x - middle.x) / width
    const times = isSmooth ? 1 + (share - 1) * Math.tanh(-2 * off) : off < 0 ? share : 2 - share
    return { x: middle.x + off * times * width, y }
  }
}
