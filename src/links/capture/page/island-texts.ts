// The texts of the two camera steps: each script gets only its own.
import type { PageContext } from './context.ts'

const cameraTexts = ({ write }: PageContext) => ({
  refused: write('cameraRefused'),
  absent: write('cameraAbsent'),
  taken: write('cameraTaken'),
  insecure: write('cameraInsecure'),
  other: write('cameraOther'),
  offline: write('offline'),
  slow: write('cameraSlow'),
  stopped: write('cameraStopped'),
})

export function documentTexts(context: PageContext) {
  const { write } = context
  return {
    ...cameraTexts(context),
    good: write('qualityGood'),
    'hold-still': write('qualityHold'),
    blurred: write('qualityBlurred'),
    unframed: write('qualityUnframed'),
    glare: write('qualityGlare'),
    'too-bright': write('qualityBright'),
    'too-dark': write('qualityDark'),
    'digest-mismatch': write('documentDigest'),
    'too-large': write('documentTooLarge'),
    unreadable: write('documentUnreadable'),
    'not-taken': write('uploadRefused'),
    sending: write('sendingPicture'),
    same: write('documentSame'),
    wentBack: write('wentBack'),
  }
}

export function faceTexts(context: PageContext) {
  const { write } = context
  return {
    ...cameraTexts(context),
    front: write('turnFront'),
    left: write('turnLeft'),
    right: write('turnRight'),
    hold: write('turnWait'),
    'too-soon': write('turnTooSoon'),
    'say-left': write('sayLeft'),
    'say-right': write('sayRight'),
    near: write('turnNear'),
    far: write('turnFar'),
    'no-face': write('poseNone'),
    several: write('poseSeveral'),
    closer: write('poseCloser'),
    farther: write('poseFarther'),
    centre: write('poseCentre'),
    loading: write('faceLoading'),
    loaded: write('faceLoaded'),
    sending: write('sendingPicture'),
    late: write('faceLate'),
    missed: write('faceMissed'),
    'moved-too-soon': write('approachTooSoon'),
    'movement-missed': write('approachMissed'),
    limit: write('sendLimit'),
    failed: write('faceFailed'),
    unreadable: write('documentUnreadable'),
  }
}
