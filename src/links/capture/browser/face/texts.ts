// The texts of the face step, by what they are about.
import type { CameraFault } from '../camera/camera.ts'
import type { Action } from './challenge.ts'
import type { MovingGuidance } from './moving.ts'

export type FaceTexts = Record<Action | MovingGuidance | CameraFault, string> &
  Record<
    | 'slow'
    | 'stopped'
    | 'loading'
    | 'loaded'
    | 'sending'
    | 'offline'
    | 'late'
    | 'missed'
    | 'moved-too-soon'
    | 'movement-missed'
    | 'limit'
    | 'failed'
    | 'unreadable'
    | 'say-left'
    | 'say-right',
    string
  >
